import { expect, test } from 'vitest'
import type { Booking, BookingDraftInput } from '#contract/bookings/bookings.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { actorsOf, buildPet, buildSitter, bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import type { QueuedJob } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'

const at = (instant: string) => new Date(instant)
const justBefore = (instant: string) => new Date(Date.parse(instant) - 1)

type Worker = Deps & { jobs: QueuedJob[] }

/** Runs the queued mail jobs as the worker would, and returns the mails in that order. */
async function deliver(deps: Worker) {
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  const queued = deps.jobs.splice(0).filter(({ name }) => name === 'bookings.notify')
  const mails = []
  for (const { payload } of queued) {
    await run(payload)
    const sent = await deps.db.deleteFrom('mail').returningAll().execute()
    mails.push(...sent.map((mail) => ({ ...mail, to: mail.recipient.split('@')[0] })))
  }
  return mails
}

test('a request expires at its deadline, not before, and both sides are notified', async () => {
  const fixture = await bookingFixture()
  const { deps, request, show } = fixture
  const booking = await request(olga, weekend(fixture))

  deps.clock.set(justBefore(booking.expiresAt!))
  await runClock(deps)
  expect((await show(olga, booking)).status).toBe('requested')
  deps.clock.set(at(booking.expiresAt!))
  deps.jobs.length = 0
  expect(await runClock(deps)).toEqual({ moved: 1 })

  expect(await show(olga, booking)).toMatchObject({ status: 'expired', payment: { paid: 0 }, actions: [] })
  expect(deps.jobs).toEqual([
    { name: 'bookings.notify', payload: { bookingId: booking.id, event: 'expire', to: 'owner' } },
    { name: 'bookings.notify', payload: { bookingId: booking.id, event: 'expire', to: 'sitter' } },
    { name: 'messages.note-booking', payload: { bookingId: booking.id } },
    { name: 'sitters.refresh-figures', payload: { sitterId: fixture.sitterId } },
  ])
  expect(await runClock(deps)).toEqual({ moved: 0 })
})

test('a stay without a check-in starts, completes and closes automatically', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act, show } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  const statusAt = async (moment: Date) => {
    deps.clock.set(moment)
    await runClock(deps)
    return (await show(olga, booking)).status
  }

  expect(await statusAt(justBefore('2026-12-11T17:00:00Z'))).toBe('confirmed')
  expect(await statusAt(at('2026-12-11T17:00:00Z'))).toBe('in_progress')
  expect(await statusAt(justBefore('2026-12-14T11:00:00Z'))).toBe('in_progress')
  expect(await statusAt(at('2026-12-14T11:00:00Z'))).toBe('completed')
  expect(await statusAt(justBefore('2026-12-27T11:00:00Z'))).toBe('completed')
  expect(await statusAt(at('2026-12-27T11:00:00Z'))).toBe('closed')
  expect((await show(olga, booking)).timeline.map(({ event, by }) => `${event} by ${by}`)).toEqual([
    'request by owner',
    'accept by sitter',
    'auto_start by system',
    'auto_complete by system',
    'release_payout by system',
    'close by system',
  ])
})

test('after a long outage, four concurrent clock runs catch up with every overdue event, each exactly once', async () => {
  const fixture = await bookingFixture({ services: { dog_walking: { rates: { base: 10_00 }, capacity: 8 } } })
  const { deps, db, request, act } = fixture
  const bookings: Booking[] = []
  for (let day = 3; day <= 28; day++)
    bookings.push(
      await request(olga, {
        sitterId: fixture.sitterId,
        service: 'dog_walking',
        visits: [{ on: `2026-12-${String(day).padStart(2, '0')}` }],
        petIds: [fixture.rex],
      }),
    )
  const walk = await act(sam, bookings[0]!, 'accept')
  deps.clock.set(at('2026-12-03T08:00:00Z'))
  await act(sam, walk, 'check_in')
  deps.clock.set(at('2027-03-01T09:00:00Z'))

  const runs = await Promise.all([runClock(deps), runClock(deps), runClock(deps), runClock(deps)])

  expect(runs.reduce((sum, { moved }) => sum + moved, 0)).toBe(25 + 3)
  const events = await db.selectFrom('booking_event').select(['booking_id', 'event']).execute()
  expect(new Set(events.map((row) => `${row.booking_id} ${row.event}`)).size).toBe(events.length)
  const left = await db.selectFrom('booking').select('id').where('due_at', 'is not', null).execute()
  expect(left).toEqual([])
})

test('one failing booking does not block the others, and the job reports the failure', async () => {
  const fixture = await bookingFixture()
  const { deps, db, request, show } = fixture
  const sick = await request(olga, weekend(fixture))
  const well = await request(olga, { ...weekend(fixture), petIds: [fixture.pip] })
  await db.updateTable('booking').set({ terms: '{}' }).where('id', '=', sick.id).execute()
  deps.clock.set(at(well.expiresAt!))

  await expect(runClock(deps)).rejects.toThrow('Not every due event could be carried out')

  expect((await show(olga, well)).status).toBe('expired')
})

test('when one sitter accepts, the owner’s other requests for the same pets and times are withdrawn', async () => {
  const fixture = await bookingFixture()
  const { deps, db, request, act, show } = fixture
  const other = { ...weekend(fixture), sitterId: await buildSitter(db, eve) }
  const requested = await request(olga, weekend(fixture))
  const sibling = await request(olga, { ...other, startOn: '2026-12-12', endOn: '2026-12-14' })
  const otherPet = await request(olga, { ...other, petIds: [fixture.pip] })
  const later = await request(olga, {
    ...other,
    startOn: '2026-12-13',
    startTime: '11:00',
    endOn: '2026-12-14',
  })
  deps.jobs.length = 0

  await act(sam, requested, 'accept')

  const statuses = await Promise.all(
    [sibling, otherPet, later].map(async (booking) => (await show(olga, booking)).status),
  )
  expect(statuses).toEqual(['withdrawn', 'requested', 'requested'])
  expect(await show(olga, sibling)).toMatchObject({
    reason: 'booked elsewhere',
    timeline: [
      {},
      { event: 'withdraw', by: 'system', detail: 'Olga’s request was withdrawn: booked elsewhere' },
    ],
  })
  expect(deps.jobs).toContainEqual({
    name: 'bookings.notify',
    payload: { bookingId: sibling.id, event: 'withdraw', to: 'sitter' },
  })
})

test('requests of other owners that no longer fit are declined, and those that still fit stay open', async () => {
  const fixture = await bookingFixture({
    services: { boarding: { rates: { base: 30_00, extraPet: 10_00 }, capacity: 2 } },
  })
  const { db, request, act, show } = fixture
  const [one, two] = [await buildPet(db, eve, { name: 'One' }), await buildPet(db, eve, { name: 'Two' })]
  const tooMany = await request(eve, { ...weekend(fixture), petIds: [one, two] })
  const fits = await request(eve, { ...weekend(fixture), petIds: [one] })
  const elsewhen = await request(eve, {
    ...weekend(fixture),
    startOn: '2026-12-13',
    endOn: '2026-12-15',
    petIds: [one, two],
  })

  await act(sam, await request(olga, weekend(fixture)), 'accept')

  const [a, b, c] = await Promise.all([tooMany, fits, elsewhen].map((booking) => show(eve, booking)))
  expect([a!.status, b!.status, c!.status]).toEqual(['declined', 'requested', 'requested'])
  expect(a).toMatchObject({ reason: 'the days are full', timeline: [{}, { event: 'decline', by: 'system' }] })
})

test('competing requests are checked against the household and the times of the accepted booking', async () => {
  const fixture = await bookingFixture({
    oneHousehold: true,
    services: {
      boarding: { rates: { base: 30_00 }, capacity: 3 },
      dog_walking: { rates: { base: 10_00 }, capacity: 8 },
    },
  })
  const { db, request, act, show } = fixture
  const one = await buildPet(db, eve, { name: 'One' })
  const walk = (pet: string, time: string) =>
    ({
      sitterId: fixture.sitterId,
      service: 'dog_walking',
      visits: [{ on: '2026-12-16', time }],
      petIds: [pet],
    }) satisfies BookingDraftInput
  const otherHousehold = await request(eve, { ...weekend(fixture), petIds: [one] })
  const [sameTime, later] = [await request(eve, walk(one, '10:20')), await request(eve, walk(one, '12:00'))]

  await act(sam, await request(olga, weekend(fixture)), 'accept')
  await act(sam, await request(olga, walk(fixture.rex, '10:00')), 'accept')

  const statuses = await Promise.all(
    [otherHousehold, sameTime, later].map(async (booking) => (await show(eve, booking)).status),
  )
  expect(statuses).toEqual(['declined', 'declined', 'requested'])
})

test('each side gets its own mail once, in plain text and HTML', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act } = fixture
  const booking = await request(olga, weekend(fixture), { message: 'Rex <3 sofas & "biscuits".' })
  const first = await deliver(deps)
  expect(first.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    `olga: Your request to Sam is on its way (booking ${booking.number})`,
    `sam: Olga would like to book you (booking ${booking.number})`,
  ])
  const toSam = first[1]!
  expect(toSam.text_body).toContain(
    'Fri, 11 Dec 2026, 15:00 to Sun, 13 Dec 2026, 11:00 (Dublin time), 2 nights',
  )
  expect(toSam.text_body).toContain('€68.40')
  expect(toSam.text_body).toContain('Wed, 2 Dec 2026, 09:00 (Dublin time)')
  expect(toSam.text_body).toContain('> Rex <3 sofas & "biscuits".')
  expect(toSam.html_body).toContain('Rex &lt;3 sofas &amp; &quot;biscuits&quot;.')
  expect(first[0]!.text_body).toContain('€83.60')
  expect(first[0]!.text_body).not.toContain('68.40')
  for (const { text_body, html_body } of first)
    for (const body of [text_body, html_body]) expect(body).toContain(`/account/bookings/${booking.id}`)

  const confirmed = await act(sam, booking, 'accept')
  deps.jobs.push(...deps.jobs)
  const second = await deliver(deps)
  // The sitter who accepts gets a mail too.
  expect(second.map(({ to }) => to)).toEqual(['olga', 'sam'])
  expect(second[1]!.text_body).toContain('You have accepted the request from Olga for Rex.')
  expect(second[1]!.text_body).toContain('€68.40')
  expect(second[0]!.text_body).toContain('You can cancel until Tue, 8 Dec 2026, 12:00 (Dublin time)')

  await act(olga, confirmed, 'cancel', { reason: 'Change of plans.' })
  const third = await deliver(deps)
  expect(third.map(({ to }) => to)).toEqual(['olga', 'sam'])
  expect(third[0]!.text_body).toContain('No longer due: €83.60')
  expect(third[1]!.text_body).toContain('> Change of plans.')
})

test('an erased account gets no mail', async () => {
  const fixture = await bookingFixture()
  await fixture.request(olga, weekend(fixture))
  await fixture.db
    .updateTable('account')
    .set({ erased_at: fixture.deps.now() })
    .where('id', '=', olga.accountId)
    .execute()
  expect((await deliver(fixture.deps)).map(({ to }) => to)).toEqual(['sam'])
})

test('a sitter can decline with a note, which is quoted in the mail', async () => {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  const declined = await actorsOf(fixture.deps).act(sam, booking, 'decline', {
    reason: 'pet',
    note: 'My cat is shy.',
  })
  expect(declined).toMatchObject({
    status: 'declined',
    reason: 'not the right place for this pet. My cat is shy.',
  })
  const mails = await deliver(fixture.deps)
  expect(mails.at(-1)!.text_body).toContain('> not the right place for this pet. My cat is shy.')
})

test('an owner can confirm the end if the sitter has not checked out, and the sitter is emailed', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  deps.clock.set(justBefore('2026-12-13T11:00:00Z'))
  expect(await refusalOf(act(olga, running, 'check_out'))).toMatchObject({
    code: 'booking-action-not-allowed',
    rule: 'too_early',
    opensAt: '2026-12-13T11:00:00.000Z',
  })
  deps.clock.set(at('2026-12-13T11:00:00Z'))
  deps.jobs.length = 0
  const over = await act(olga, running, 'check_out', { note: 'We have Rex back.' })
  expect(over.status).toBe('completed')
  expect(over.timeline.at(-1)!.detail).toBe(
    'Olga confirmed the end and the booking is complete: We have Rex back.',
  )
  const mails = await deliver(deps)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['sam', `Olga has confirmed the end: the booking is complete (booking ${booking.number})`],
  ])
  expect(mails[0]!.text_body).toContain('> We have Rex back.')
})
