import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { mayDo } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/people.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notesAbout } from '#server/staff/note-commands.ts'
import * as store from '#server/staff/people-store.ts'
import { viewPerson, viewPersonLine, writePeople } from '#server/staff/people-view.ts'
import { suspensionsOf } from '#server/suspensions/commands.ts'

const mostExported = 10_000
const shown = { bookings: 20, events: 20, mails: 20, reviews: 10, reports: 10 }

export async function listPeople(
  { db }: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listPeople>['query'],
): Promise<EndpointResponse<typeof contract.listPeople>> {
  const order = store.peopleOrder(sort, cursor)
  const rows = await store.findPeople(db, { ...filter, order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  return {
    items: shown.map(viewPersonLine),
    nextCursor,
  }
}

export async function exportPeople(
  { db }: Deps,
  { sort, q, kind }: HandlerInput<typeof contract.exportPeople>['body'],
): Promise<string> {
  const rows = await store.findPeople(db, { q, kind, order: store.peopleOrder(sort), limit: mostExported })
  return writePeople(rows.map(viewPersonLine))
}

export async function readPerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  accountId: string,
): Promise<contract.Person> {
  const row = await store.findPerson(db, accountId)
  if (!row) throw new Problem('account-not-found')
  const { roles } = viewer
  const [bookings, sessions, events, mails, suspensions, notes, reviews, reports, money] = await Promise.all([
    store.findBookingsOf(db, accountId, shown.bookings),
    store.findSessions(db, row.external_id, now()),
    store.findSignInEvents(db, row.external_id, shown.events),
    store.findMailsTo(db, row.email, shown.mails),
    suspensionsOf(db, accountId),
    notesAbout(db, accountId, viewer),
    store.findReviewsOf(db, accountId, shown.reviews),
    mayDo(roles, 'reports.read') ? store.findReportsOf(db, accountId, shown.reports) : null,
    mayDo(roles, 'money.read') ? store.findMoneyOf(db, accountId) : null,
  ])
  return viewPerson(row, {
    bookings,
    sessions,
    events,
    mails,
    suspensions,
    notes,
    reviews,
    reports,
    money,
  })
}
