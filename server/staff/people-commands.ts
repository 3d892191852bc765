import { z } from 'zod'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/people.ts'
import { readCursor, writeCursor } from '#server/kernel/db/cursor.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notesAbout } from '#server/staff/note-commands.ts'
import * as store from '#server/staff/people-store.ts'
import { viewPerson, viewPersonLine } from '#server/staff/people-view.ts'
import { suspensionsOf } from '#server/suspensions/commands.ts'

const Position = z.tuple([z.iso.datetime(), z.uuid()])
const shown = { bookings: 20, events: 20, mails: 20 }

export async function listPeople(
  { db }: Deps,
  { cursor, limit, q, kind }: HandlerInput<typeof contract.listPeople>['query'],
): Promise<EndpointResponse<typeof contract.listPeople>> {
  const position = cursor === undefined ? undefined : readCursor(cursor, Position)
  const after = position && { at: new Date(position[0]), id: position[1] }
  const rows = await store.findPeople(db, { q, kind, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(viewPersonLine),
    nextCursor: rows.length > limit && last ? writeCursor([last.created_at.toISOString(), last.id]) : null,
  }
}

export async function readPerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  accountId: string,
): Promise<contract.Person> {
  const row = await store.findPerson(db, accountId)
  if (!row) throw new Problem('account-not-found')
  const [bookings, sessions, events, mails, suspensions, notes] = await Promise.all([
    store.findBookingsOf(db, accountId, shown.bookings),
    store.findSessions(db, row.external_id, now()),
    store.findSignInEvents(db, row.external_id, shown.events),
    store.findMailsTo(db, row.email, shown.mails),
    suspensionsOf(db, accountId),
    notesAbout(db, accountId, viewer),
  ])
  return viewPerson(row, { bookings, sessions, events, mails, suspensions, notes })
}
