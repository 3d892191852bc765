import * as contract from '#contract/bookings/bookings.ts'
import type { Booking, BookingDraftInput } from '#contract/bookings/bookings.ts'
import type { InstantBooking } from '#contract/codes.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { newKey, type bookingFixture, send } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'

export type BookingFixture = Awaited<ReturnType<typeof bookingFixture>>

export const postBooking = (fixture: BookingFixture, viewer: Viewer, body: object): Promise<Booking> =>
  send(fixture.deps, contract.createBooking, viewer, { body, idempotencyKey: newKey() })

export const bookInstantly = async (fixture: BookingFixture, draft: BookingDraftInput) =>
  postBooking(fixture, olga, {
    ...draft,
    event: 'instant_book',
    quoteHash: (await fixture.quote(olga, draft)).quoteHash,
  })

export const inquire = (fixture: BookingFixture, more: object = {}) =>
  postBooking(fixture, olga, {
    sitterId: fixture.sitterId,
    service: 'boarding',
    petIds: [fixture.rex],
    event: 'inquire',
    message: 'Does Rex get along with your cat?',
    ...more,
  })

export const offerQuote = (fixture: BookingFixture, viewer: Viewer, { id }: Booking, body: object) =>
  send(fixture.deps, contract.calculateOffer, viewer, { params: { bookingId: id }, body })

export async function offer(fixture: BookingFixture, booking: Booking, terms: object = {}): Promise<Booking> {
  const { quoteHash } = await offerQuote(fixture, sam, booking, terms)
  return fixture.act(sam, booking, 'offer', { ...terms, quoteHash })
}

export const setInstantBooking = ({ db }: BookingFixture, instant_book: InstantBooking) =>
  db.updateTable('sitter').set({ instant_book }).execute()

/** Runs the queued notify jobs and returns the subjects of the mails they write, in order. */
export async function mailsOf({ deps, db }: BookingFixture): Promise<string[]> {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  const mails: string[] = []
  for (const { name, payload } of deps.jobs.splice(0)) {
    if (name !== 'bookings.notify') continue
    await run(payload)
    // Mails of the same instant have no defined order, so they are collected after each job.
    for (const { recipient, subject } of await db.deleteFrom('mail').returningAll().execute())
      mails.push(`${recipient.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`)
  }
  return mails
}
