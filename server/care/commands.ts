import type { CareEntry, Duty, EmergencyCard, ReportCards } from '#contract/report-cards.ts'
import { type BookingStatus, runningStatuses } from '#contract/codes.ts'
import {
  bookingForCare,
  type CareBooking,
  dutiesOf,
  followCard,
  lockForCare,
} from '#server/bookings/care-commands.ts'
import { refuseDuty, refuseEntry, refuseTelling } from '#server/care/entry.ts'
import * as store from '#server/care/store.ts'
import { factsForCare, viewDuty, viewEmergency, viewReport } from '#server/care/view.ts'
import { cardLetter, incidentLetter } from '#server/care/mails.ts'
import { type Db, inTransaction, type Tx } from '#server/kernel/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { tellLive } from '#server/kernel/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { petsInCare } from '#server/pets/care-commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

async function lookAt(db: Db, { id, petIds }: CareBooking, at: Date) {
  const { settings } = await currentSettings(db)
  const [pets, told] = await Promise.all([petsInCare(db, petIds), store.findTold(db, [id])])
  return { pets, told: told.get(id)!, at, settings }
}

/** For the two people of the booking. */
export async function readReport(deps: Deps, viewer: Viewer, bookingId: string): Promise<ReportCards> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  return viewReport(booking, await lookAt(deps.db, booking, deps.now()))
}

type Told = { accepted: string[]; refused: { id: string; detail: string }[]; report: ReportCards }

/** What the sitter tells, as it came: what counts is kept once, what does not is named with the reason. */
export function tellReport(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
  entries: readonly CareEntry[],
): Promise<Told> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockForCare(deps, tx, viewer, bookingId)
    const at = deps.now()
    const { settings } = await currentSettings(tx)
    const facts = factsForCare(booking)
    const closed = booking.party === 'sitter' ? refuseTelling(facts, at, settings) : 'Only the sitter tells.'
    if (closed !== null)
      throw new Problem('booking-action-not-allowed', { detail: closed, bookingStatus: booking.status })
    const refused: Told['refused'] = []
    const taken: CareEntry[] = []
    for (const entry of entries) {
      const detail = refuseEntry(entry, facts, at, settings)
      if (detail === null) taken.push(entry)
      else refused.push({ id: entry.id, detail })
    }
    const added = await store.insertEntries(
      tx,
      [...new Map(taken.map((entry) => [entry.id, entry])).values()].map((entry) =>
        rowOf(entry, bookingId, viewer, at),
      ),
    )
    await follow(
      deps,
      tx,
      viewer,
      booking,
      taken.filter(({ id }) => added.has(id)),
    )
    const after = await bookingForCare({ db: tx, now: deps.now }, viewer, bookingId)
    const report = viewReport(after, await lookAt(tx, after, at))
    await tellOwner(
      deps,
      tx,
      after,
      report,
      taken.filter(({ id }) => added.has(id)),
    )
    return { accepted: taken.map(({ id }) => id), refused, report }
  })
}

function rowOf(entry: CareEntry, bookingId: string, { accountId }: Viewer, at: Date) {
  const { id, kind, happenedAt, ...rest } = entry
  const { unit = null, ...data } = 'unit' in rest ? rest : { ...rest, unit: null }
  return {
    booking_id: bookingId,
    id,
    account_id: accountId,
    unit,
    kind,
    data: JSON.stringify(data),
    happened_at: new Date(happenedAt),
    received_at: at,
  }
}

/** The first arrival checks in, and leaving the last visit, or giving the pets back, checks out. */
async function follow(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { id, units }: CareBooking,
  added: readonly CareEntry[],
): Promise<void> {
  const arrival = added.find(({ kind }) => kind === 'arrive')
  if (arrival)
    await followCard(deps, tx, viewer, id, { event: 'check_in', happenedAt: new Date(arrival.happenedAt) })
  const departure = added.find((entry) => entry.kind === 'leave' && entry.unit === units.length - 1)
  if (departure)
    await followCard(deps, tx, viewer, id, {
      event: 'check_out',
      happenedAt: new Date(departure.happenedAt),
    })
}

/** Both sides' open pages, and the owner by the way they chose; what went wrong is told by itself. */
async function tellOwner(
  deps: Deps,
  tx: Tx,
  booking: CareBooking,
  report: ReportCards,
  added: readonly CareEntry[],
): Promise<void> {
  const { id, ownerId, sitterAccountId } = booking
  if (added.length === 0) return
  await tellLive(deps, tx, [ownerId, sitterAccountId], { topic: 'report-card', bookingId: id })
  const about = { accountId: ownerId, path: `/account/bookings/${id}`, subjectId: id }
  const incident = added.findLast((entry) => entry.kind === 'incident' && entry.happened)
  if (incident?.kind === 'incident') {
    const { title, ...mail } = incidentLetter(booking, incident, deps.site)
    await notify(deps, tx, {
      ...about,
      kind: 'incident',
      title,
      mail,
      onceKey: `incident ${id} ${incident.id}`,
    })
  }
  const last = added.findLast((entry) => 'unit' in entry)
  const card = last && 'unit' in last ? report.items[last.unit] : undefined
  if (!card) return
  const { title, ...mail } = cardLetter(booking, card, deps.site)
  await notify(deps, tx, { ...about, kind: 'report-card', title, mail })
}

const shown: readonly BookingStatus[] = runningStatuses

export async function readEmergency(deps: Deps, viewer: Viewer, bookingId: string): Promise<EmergencyCard> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  if (!shown.includes(booking.status))
    throw new Problem('booking-action-not-allowed', {
      detail: 'The emergency card is there from the confirmation to the end of the booking.',
      bookingStatus: booking.status,
    })
  return viewEmergency(booking, await petsInCare(deps.db, booking.petIds))
}

/** One booking with everything that is needed away from a network. */
export async function readDuty(deps: Deps, viewer: Viewer, bookingId: string): Promise<Duty> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  const refusal = refuseDuty(factsForCare(booking))
  if (refusal !== null)
    throw new Problem('booking-action-not-allowed', { detail: refusal, bookingStatus: booking.status })
  return viewDuty(booking, await lookAt(deps.db, booking, deps.now()))
}

export async function listDuties(
  { db, now }: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<{ items: Duty[]; at: string }> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const at = now()
  const bookings = await dutiesOf(db, viewer.accountId, at)
  const { settings } = await currentSettings(db)
  const [pets, told] = await Promise.all([
    petsInCare(db, [...new Set(bookings.flatMap(({ petIds }) => petIds))]),
    store.findTold(
      db,
      bookings.map(({ id }) => id),
    ),
  ])
  return {
    items: bookings.map((booking) =>
      viewDuty(booking, {
        pets: pets.filter(({ sheet }) => booking.petIds.includes(sheet.id)),
        told: told.get(booking.id)!,
        at,
        settings,
      }),
    ),
    at: at.toISOString(),
  }
}
