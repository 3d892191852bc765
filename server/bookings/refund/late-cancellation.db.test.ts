import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { replyToLateCancellation } from '#contract/bookings/late-cancellations.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { readSitter } from '#server/sitters/commands.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

const reply = 'I was in hospital, and I am well again.'

/** Sam cancels the weekend that begins on 11 December at 15:00 in Dublin, at that moment. */
async function calledOff(moment: string) {
  const fixture = await bookingFixture()
  const booking = await fixture.act(sam, await fixture.request(olga, weekend(fixture)), 'accept')
  fixture.deps.clock.set(new Date(moment))
  const cancelled = await fixture.act(sam, booking, 'cancel_by_sitter', { reason: 'I have fallen ill.' })
  const notes = async () => (await readSitter(fixture.deps, fixture.sitterId, null)).lateCancellations
  const answer = (viewer: typeof sam, text = reply): Promise<Booking> =>
    send(fixture.deps, replyToLateCancellation, viewer, {
      params: { bookingId: booking.id },
      body: { text },
    })
  return { ...fixture, booking: cancelled, notes, answer }
}

const rows: [moment: string, notes: object[]][] = [
  ['2026-12-06T14:59:59Z', []],
  [
    '2026-12-06T15:00:00Z',
    [{ on: '2026-12-06', service: 'boarding', daysBefore: 5, missed: false, reply: null }],
  ],
  [
    '2026-12-08T09:00:00Z',
    [{ on: '2026-12-08', service: 'boarding', daysBefore: 3, missed: false, reply: null }],
  ],
  [
    '2026-12-11T15:30:00Z',
    [{ on: '2026-12-11', service: 'boarding', daysBefore: null, missed: false, reply: null }],
  ],
]

test.each(rows)('cancelling at %s leaves these notes on the profile: %j', async (moment, expected) => {
  const { booking, notes } = await calledOff(moment)
  expect(await notes()).toEqual(expected)
  expect(booking.lateCancellation).toEqual(expected.length > 0 ? { reply: null } : null)
})

test('the note reveals nothing about the owner, and is removed after a year', async () => {
  const { deps, notes } = await calledOff('2026-12-08T09:00:00Z')
  expect(JSON.stringify(await notes())).not.toMatch(/olga|rex|hospital|ill/i)
  deps.clock.set(new Date('2027-12-08T09:00:00Z'))
  expect(await notes()).toHaveLength(1)
  deps.clock.set(new Date('2027-12-08T09:00:01Z'))
  expect(await notes()).toEqual([])
})

test('the sitter can reply to the note once, and the reply is public', async () => {
  const { booking, show, notes, answer } = await calledOff('2026-12-08T09:00:00Z')

  const answered = await answer(sam)

  expect(answered).toMatchObject({ lateCancellation: { reply }, version: booking.version + 1 })
  expect(await notes()).toMatchObject([{ reply }])
  expect(await show(olga, booking)).toMatchObject({ lateCancellation: { reply } })
  expect(await refusalOf(answer(sam, 'And another thing.'))).toMatchObject({
    code: 'booking-action-not-allowed',
    status: 422,
  })
})

test('a reply is refused from anyone else, without a note, or when the note is no longer shown', async () => {
  const { deps, answer, notes } = await calledOff('2026-12-08T09:00:00Z')
  expect(await refusalOf(answer(olga))).toMatchObject({ code: 'booking-action-not-allowed' })
  expect(await refusalOf(answer(eve))).toMatchObject({ code: 'booking-not-found' })
  await changeSettings(deps, { record: { shownDays: 10 } })
  deps.clock.set(new Date('2026-12-18T09:00:00Z'))
  expect(await refusalOf(answer(sam))).toMatchObject({ detail: 'The note is no longer shown.' })
  expect(await notes()).toMatchObject([{ reply: null }])
  const early = await calledOff('2026-12-02T09:00:00Z')
  expect(await refusalOf(early.answer(sam))).toMatchObject({
    detail: 'There is no note about this booking on the profile.',
  })
})
