import * as contract from '#contract/bookings/bookings.ts'
import type { Booking, BookingDraftInput } from '#contract/bookings/bookings.ts'
import type { InstantBooking } from '#contract/codes.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { newKey, type openTown, send } from '#test/booking-town.ts'
import { olga, sam } from '#test/cast.ts'

export type Town = Awaited<ReturnType<typeof openTown>>

export const begin = (town: Town, viewer: Viewer, body: object): Promise<Booking> =>
  send(town.deps, contract.createBooking, viewer, { body, idempotencyKey: newKey() })

export const bookAtOnce = async (town: Town, draft: BookingDraftInput) =>
  begin(town, olga, {
    ...draft,
    event: 'instant_book',
    quoteHash: (await town.quote(olga, draft)).quoteHash,
  })

export const ask = (town: Town, more: object = {}) =>
  begin(town, olga, {
    sitterId: town.sitterId,
    service: 'boarding',
    petIds: [town.rex],
    event: 'inquire',
    message: 'Does Rex get along with your cat?',
    ...more,
  })

export const offerQuote = (town: Town, viewer: Viewer, { id }: Booking, body: object) =>
  send(town.deps, contract.calculateOffer, viewer, { params: { bookingId: id }, body })

export async function offer(town: Town, booking: Booking, terms: object = {}): Promise<Booking> {
  const { quoteHash } = await offerQuote(town, sam, booking, terms)
  return town.act(sam, booking, 'offer', { ...terms, quoteHash })
}

export const allow = ({ db }: Town, instant_book: InstantBooking) =>
  db.updateTable('sitter').set({ instant_book }).execute()

/** Runs the queued notify jobs and returns the subjects of the mails they write, in order. */
export async function mailsOf({ deps, db }: Town): Promise<string[]> {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  const told: string[] = []
  for (const { name, payload } of deps.jobs.splice(0)) {
    if (name !== 'bookings.notify') continue
    await run(payload)
    // Mails of the same instant have no defined order, so they are collected after each job.
    for (const { recipient, subject } of await db.deleteFrom('mail').returningAll().execute())
      told.push(`${recipient.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`)
  }
  return told
}
