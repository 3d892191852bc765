import { expect, test } from 'vitest'
import { listAlternatives } from '#contract/bookings/alternatives.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { allow, bookAtOnce, mailsOf, offer } from '#test/before-town.ts'
import { buildSitter, openTown, refusalOf, send, weekend } from '#test/booking-town.ts'
import { buildAccounts } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)

test('the sitter gets each of three reminders of a request once, and none after answering it', async () => {
  const town = await openTown()
  const silent = await town.request(olga, weekend(town))
  const declined = await town.request(olga, { ...weekend(town), petIds: [town.pip] })
  await mailsOf(town)
  const mailsAt = async (moment: string) => {
    town.deps.clock.set(at(moment))
    await runClock(town.deps)
    await runClock(town.deps)
    return mailsOf(town)
  }

  expect(await mailsAt('2026-12-01T10:59:59Z')).toEqual([])
  expect(await mailsAt('2026-12-01T11:00:00Z')).toEqual([
    'sam: Olga is waiting for your answer',
    'sam: Olga is waiting for your answer',
  ])
  // A page loaded before the reminder is still current, because a reminder leaves the version unchanged.
  await town.act(sam, declined, 'decline', { reason: 'pet' })
  expect(await mailsOf(town)).toEqual(['olga: Sam cannot take this booking'])
  expect(await mailsAt('2026-12-01T21:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T07:00:00Z')).toEqual(['sam: Olga is waiting for your answer'])
  expect(await mailsAt('2026-12-02T08:59:00Z')).toEqual([])
  expect((await town.show(sam, silent)).timeline.map(({ event }) => event)).toEqual([
    'request',
    'remind',
    'remind',
    'remind',
  ])
  await expectInvariants(town.deps)
})

test('the owner of a declined request sees up to three sitters free on the same dates, at bookable prices', async () => {
  const town = await openTown()
  const { db, deps } = town
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
  for (const sitterId of [...ids, town.sitterId]) await run({ sitterId })
  const alternatives = (viewer: Viewer, { id }: Booking) =>
    send(deps, listAlternatives, viewer, { params: { bookingId: id } })
  const asked = await town.request(olga, weekend(town))
  expect((await alternatives(olga, asked)).items).toEqual([])

  const declined = await town.act(sam, asked, 'decline', { reason: 'full' })
  expect(await refusalOf(alternatives(eve, declined))).toMatchObject({ code: 'booking-not-found' })
  expect((await alternatives(sam, declined)).items).toEqual([])
  const { items } = await alternatives(olga, declined)

  expect(items).toHaveLength(3)
  expect(items.map(({ sitter }) => sitter.id)).not.toContain(town.sitterId)
  for (const { sitter, quote } of items) {
    expect(quote).toMatchObject({ total: declined.quote.total, units: 2 })
    const draft = { ...weekend(town), sitterId: sitter.id }
    const again = await town.request(olga, draft, { quoteHash: quote.quoteHash })
    expect(again.status).toBe('requested')
  }
  // Sitters who have already been asked are not suggested again.
  expect((await alternatives(olga, declined)).items).toHaveLength(1)
})

test('an instant booking does not count towards the response rate, and an offer counts as an answer', async () => {
  const town = await openTown()
  const rate = async () => {
    await refreshFigures(town.deps, town.sitterId)
    const { response_rate } = await town.db
      .selectFrom('sitter')
      .select('response_rate')
      .where('id', '=', town.sitterId)
      .executeTakeFirstOrThrow()
    return response_rate
  }
  await allow(town, 'everyone')
  await bookAtOnce(town, weekend(town))
  const day = (on: string, until: string) => ({ ...weekend(town), startOn: on, endOn: until })
  const offered = await offer(town, await town.request(olga, day('2026-12-18', '2026-12-20')), {
    discount: 1_00,
  })
  const declined = await town.request(olga, day('2027-01-08', '2027-01-10'))
  await town.act(sam, declined, 'decline', { reason: 'dates' })
  // Neither this request nor the offer has been answered.
  await town.request(olga, day('2027-01-15', '2027-01-17'))
  town.deps.clock.set(at('2026-12-05T09:00:00Z'))
  await runClock(town.deps)
  expect((await town.show(olga, offered)).status).toBe('expired')
  expect(await rate()).toBeCloseTo(2 / 3)
})
