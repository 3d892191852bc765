import { expect, test } from 'vitest'
import { listAlternatives } from '#contract/bookings/alternatives.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { setInstantBooking, bookInstantly, mailsOf, offer } from '#test/offer-fixture.ts'
import { buildSitter, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { buildAccounts } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test('the sitter gets each of three reminders of a request once, and none after answering it', async () => {
  const fixture = await bookingFixture()
  const silent = await fixture.request(olga, weekend(fixture))
  const declined = await fixture.request(olga, { ...weekend(fixture), petIds: [fixture.pip] })
  await mailsOf(fixture)
  const mailsAt = async (moment: string) => {
    fixture.deps.clock.set(at(moment))
    await runClock(fixture.deps)
    await runClock(fixture.deps)
    return mailsOf(fixture)
  }

  expect(await mailsAt('2026-12-01T10:59:59Z')).toEqual([])
  expect(await mailsAt('2026-12-01T11:00:00Z')).toEqual([
    'sam: Olga is waiting for your answer',
    'sam: Olga is waiting for your answer',
  ])
  // A page loaded before the reminder is still current, because a reminder leaves the version unchanged.
  await fixture.act(sam, declined, 'decline', { reason: 'pet' })
  expect(await mailsOf(fixture)).toEqual(['olga: Sam cannot take this booking'])
  expect(await mailsAt('2026-12-01T21:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T07:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T08:59:00Z')).toEqual([])
  expect((await fixture.show(sam, silent)).timeline.map(({ event }) => event)).toEqual([
    'request',
    'remind',
    'remind',
    'remind',
  ])
  await expectInvariants(fixture.deps)
})

test('the owner of a declined request sees up to three sitters free on the same dates, at bookable prices', async () => {
  const fixture = await bookingFixture()
  const { db, deps } = fixture
  const others = [4, 5, 6, 7].map((number) => ({
    ...olga,
    accountId: olga.accountId.replace(/1$/, `${number}`),
    uid: `uid-${number}`,
    email: `${number}@example.org`,
    name: `Sitter ${number}`,
  }))
  await buildAccounts(db, ...others)
  const ids = []
  for (const person of others) ids.push(await buildSitter(db, person))
  const { run } = searchJobs(deps).find(({ name }) => name === 'search.refresh-sitter')!
  for (const sitterId of [...ids, fixture.sitterId]) await run({ sitterId })
  const alternatives = (viewer: Viewer, { id }: Booking) =>
    send(deps, listAlternatives, viewer, { params: { bookingId: id } })
  const requested = await fixture.request(olga, weekend(fixture))
  expect((await alternatives(olga, requested)).items).toEqual([])

  const declined = await fixture.act(sam, requested, 'decline', { reason: 'full' })
  expect(await refusalOf(alternatives(eve, declined))).toMatchObject({ code: 'booking-not-found' })
  expect((await alternatives(sam, declined)).items).toEqual([])
  const { items } = await alternatives(olga, declined)

  expect(items).toHaveLength(3)
  expect(items.map(({ sitter }) => sitter.id)).not.toContain(fixture.sitterId)
  for (const { sitter, quote } of items) {
    expect(quote).toMatchObject({ total: declined.quote.total, units: 2 })
    const draft = { ...weekend(fixture), sitterId: sitter.id }
    const again = await fixture.request(olga, draft, { quoteHash: quote.quoteHash })
    expect(again.status).toBe('requested')
  }
  // Sitters who have already been asked are not suggested again.
  expect((await alternatives(olga, declined)).items).toHaveLength(1)
})

test('an instant booking does not count towards the response rate, and an offer counts as an answer', async () => {
  const fixture = await bookingFixture()
  const rate = async () => {
    await refreshFigures(fixture.deps, fixture.sitterId)
    const { response_rate } = await fixture.db
      .selectFrom('sitter')
      .select('response_rate')
      .where('id', '=', fixture.sitterId)
      .executeTakeFirstOrThrow()
    return response_rate
  }
  await setInstantBooking(fixture, 'everyone')
  await bookInstantly(fixture, weekend(fixture))
  const day = (on: string, until: string) => ({ ...weekend(fixture), startOn: on, endOn: until })
  const offered = await offer(fixture, await fixture.request(olga, day('2026-12-18', '2026-12-20')), {
    discount: 1_00,
  })
  const declined = await fixture.request(olga, day('2027-01-08', '2027-01-10'))
  await fixture.act(sam, declined, 'decline', { reason: 'dates' })
  // Neither this request nor the offer has been answered.
  await fixture.request(olga, day('2027-01-15', '2027-01-17'))
  fixture.deps.clock.set(at('2026-12-05T09:00:00Z'))
  await runClock(fixture.deps)
  expect((await fixture.show(olga, offered)).status).toBe('expired')
  expect(await rate()).toBeCloseTo(2 / 3)
})
