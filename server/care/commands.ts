import type { CareEntry, Duty, EmergencyCard, ReportCards } from '#contract/care/report-cards.ts'
import { type BookingStatus, runningStatuses } from '#contract/codes.ts'
import {
  bookingForCare,
  type CareBooking,
  dutiesOf,
  applyCardEvent,
  lockForCare,
} from '#server/bookings/care/commands.ts'
import type { StoredEntry } from '#server/care/card.ts'
import { refuseDuty, refuseEntry, refuseEntries } from '#server/care/entry.ts'
import { cardLetter, incidentLetter } from '#server/care/mails.ts'
import { pointsOf, simplified, writePoints } from '#server/care/route.ts'
import * as store from '#server/care/store.ts'
import { factsForCare, viewDuty, viewEmergency, viewReport } from '#server/care/view.ts'
import { attachFiles, type PhotosOf, photosOf, removeFilesOf } from '#server/files/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { petsInCare } from '#server/pets/care-commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

async function loadCareData(deps: Deps, { id, petIds }: CareBooking) {
  const { db, now } = deps
  const { settings } = await currentSettings(db)
  const [pets, entriesByBooking] = await Promise.all([petsInCare(db, petIds), store.findEntries(db, [id])])
  const entries = entriesByBooking.get(id)!
  return { pets, stored: entries, at: now(), settings, photos: await photosIn(deps, entries) }
}

/**
 * A photo's subject is the photo itself: nobody else's entry can refer to it, because only its sender may attach it.
 */
const photosIn = (deps: Deps, entries: readonly StoredEntry[]): Promise<PhotosOf> =>
  photosOf(
    deps,
    'report-card',
    entries.flatMap(({ entry }) => photoIdOf(entry) ?? []),
  )

/** Returns the id of the photo of an entry, if it has one. */
const photoIdOf = (entry: CareEntry): string | undefined =>
  entry.kind === 'photo' || entry.kind === 'handover' ? entry.fileId : undefined

/** Returns the report cards of a booking to its owner or sitter. */
export async function readReport(deps: Deps, viewer: Viewer, bookingId: string): Promise<ReportCards> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  return viewReport(booking, await loadCareData(deps, booking))
}

type Answer = { accepted: string[]; refused: { id: string; detail: string }[]; report: ReportCards }

/** Saves the sitter's entries. Valid ones are stored once; the others are returned with the reason for refusal. */
export function writeReport(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
  entries: readonly CareEntry[],
): Promise<Answer> {
  return ensureTransaction(deps, async (deps) => {
    const booking = await lockForCare(deps, viewer, bookingId)
    const at = deps.now()
    const { settings } = await currentSettings(deps.db)
    const facts = factsForCare(booking)
    const closed =
      booking.party === 'sitter' ? refuseEntries(facts, at, settings) : 'Only the sitter can add entries.'
    if (closed !== null)
      throw new Problem('booking-action-not-allowed', { detail: closed, bookingStatus: booking.status })
    const refused: Answer['refused'] = []
    const accepted: CareEntry[] = []
    for (const entry of entries) {
      const detail = refuseEntry(entry, facts, at, settings) ?? (await refusePhoto(deps, viewer, entry))
      if (detail === null) accepted.push(entry)
      else refused.push({ id: entry.id, detail })
    }
    const added = await store.insertEntries(
      deps.db,
      [...new Map(accepted.map((entry) => [entry.id, entry])).values()].map((entry) =>
        rowOf(entry, bookingId, viewer, at),
      ),
    )
    await deleteWithdrawn(deps, bookingId, accepted)
    await updateBooking(
      deps,
      viewer,
      booking,
      accepted.filter(({ id }) => added.has(id)),
    )
    const after = await bookingForCare(deps, viewer, bookingId)
    const report = viewReport(after, await loadCareData(deps, after))
    await notifyOwner(
      deps,
      after,
      report,
      accepted.filter(({ id }) => added.has(id)),
    )
    return { accepted: accepted.map(({ id }) => id), refused, report }
  })
}

/** Attaches the photo of an entry, or returns the reason for refusal. Idempotent. */
async function refusePhoto(deps: TxDeps, viewer: Viewer, entry: CareEntry): Promise<string | null> {
  const fileId = photoIdOf(entry)
  if (fileId === undefined) return null
  try {
    await attachFiles(deps, viewer, { fileIds: [fileId], kind: 'report-card', subjectId: fileId })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return typeof error.extra['detail'] === 'string' ? error.extra['detail'] : 'This photo does not exist.'
  }
}

/**
 * Deletes the files of withdrawn photos, because they are no longer shown anywhere, and the entries of withdrawn
 * routes.
 */
async function deleteWithdrawn(
  deps: TxDeps,
  bookingId: string,
  accepted: readonly CareEntry[],
): Promise<void> {
  const withdrawnIds = new Set(
    accepted.flatMap((entry) => (entry.kind === 'withdraw' ? [entry.entryId] : [])),
  )
  if (withdrawnIds.size === 0) return
  const entries = (await store.findEntries(deps.db, [bookingId])).get(bookingId)!
  const fileIds = entries.flatMap(({ entry }) => (withdrawnIds.has(entry.id) ? (photoIdOf(entry) ?? []) : []))
  await removeFilesOf(deps, 'report-card', fileIds)
  await store.deleteRoutes(deps.db, { bookingId, ids: [...withdrawnIds] })
}

/** Converts an entry to a row; a route keeps only as many points as its shape needs. */
function rowOf(original: CareEntry, bookingId: string, { accountId }: Viewer, at: Date) {
  const entry =
    original.kind === 'route'
      ? { ...original, points: writePoints(simplified(pointsOf(original.points))) }
      : original
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

/**
 * Updates the booking: the first arrival checks it in, and leaving the last visit or handing the pets back checks it
 * out.
 */
async function updateBooking(
  deps: TxDeps,
  viewer: Viewer,
  { id, units }: CareBooking,
  added: readonly CareEntry[],
): Promise<void> {
  const arrival = added.find(({ kind }) => kind === 'arrive')
  if (arrival)
    await applyCardEvent(deps, viewer, id, { event: 'check_in', happenedAt: new Date(arrival.happenedAt) })
  const departure = added.find((entry) => entry.kind === 'leave' && entry.unit === units.length - 1)
  if (departure)
    await applyCardEvent(deps, viewer, id, {
      event: 'check_out',
      happenedAt: new Date(departure.happenedAt),
    })
}

/**
 * Updates the open pages of both sides and notifies the owner through the chosen channels; an incident gets a notice of
 * its own.
 */
async function notifyOwner(
  deps: TxDeps,
  booking: CareBooking,
  report: ReportCards,
  added: readonly CareEntry[],
): Promise<void> {
  const { id, ownerId, sitterAccountId } = booking
  if (added.length === 0) return
  await notifyLive(deps, [ownerId, sitterAccountId], { topic: 'report-card', bookingId: id })
  const about = { accountId: ownerId, path: `/account/bookings/${id}`, subjectId: id }
  const incident = added.findLast((entry) => entry.kind === 'incident' && entry.happened)
  if (incident?.kind === 'incident') {
    const { title, ...mail } = incidentLetter(booking, incident, deps.site)
    await notify(deps, {
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
  await notify(deps, { ...about, kind: 'report-card', title, mail })
}

const emergencyStatuses: readonly BookingStatus[] = runningStatuses

export async function readEmergency(deps: Deps, viewer: Viewer, bookingId: string): Promise<EmergencyCard> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  if (!emergencyStatuses.includes(booking.status))
    throw new Problem('booking-action-not-allowed', {
      detail: 'The emergency card is available from the confirmation to the end of the booking.',
      bookingStatus: booking.status,
    })
  return viewEmergency(booking, await petsInCare(deps.db, booking.petIds))
}

/** Returns one booking with everything that the sitter needs offline. */
export async function readDuty(deps: Deps, viewer: Viewer, bookingId: string): Promise<Duty> {
  const booking = await bookingForCare(deps, viewer, bookingId)
  const refusal = refuseDuty(factsForCare(booking))
  if (refusal !== null)
    throw new Problem('booking-action-not-allowed', { detail: refusal, bookingStatus: booking.status })
  return viewDuty(booking, await loadCareData(deps, booking))
}

export async function listDuties(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<{ items: Duty[]; at: string }> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const { db } = deps
  const at = deps.now()
  const bookings = await dutiesOf(db, viewer.accountId, at)
  const { settings } = await currentSettings(db)
  const [pets, entriesByBooking] = await Promise.all([
    petsInCare(db, [...new Set(bookings.flatMap(({ petIds }) => petIds))]),
    store.findEntries(
      db,
      bookings.map(({ id }) => id),
    ),
  ])
  const photos = await photosIn(deps, [...entriesByBooking.values()].flat())
  return {
    items: bookings.map((booking) =>
      viewDuty(booking, {
        pets: pets.filter(({ sheet }) => booking.petIds.includes(sheet.id)),
        stored: entriesByBooking.get(booking.id)!,
        at,
        settings,
        photos,
      }),
    ),
    at: at.toISOString(),
  }
}
