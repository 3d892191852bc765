import * as fc from 'fast-check'
import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import { showBooking } from '#contract/bookings/bookings.ts'
import { calculateChange } from '#contract/bookings/changes.ts'
import { isStay, stayPolicies } from '#contract/codes.ts'
import { SitterInput } from '#contract/sitters/sitters.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { changeCalendar } from '#server/calendar/days-commands.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import type { SitterSearch } from '#server/kernel/db/schema.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { rebuildSearch, refreshSitter } from '#server/search/commands.ts'
import { searchJobs } from '#server/search/jobs.ts'
import { changeSitter } from '#server/sitters/commands.ts'
import { sitterJobs } from '#server/sitters/jobs.ts'
import { buildPet, exampleRates, bookingFixture, send } from '#test/booking-fixture.ts'
import { dublin, eve, olga, sam } from '#test/cast.ts'

const offered = ['boarding', 'house_sitting', 'day_care', 'dog_walking'] as const
const day = fc.integer({ min: 1, max: 15 })

/** Steps that may change a sitter's availability, location or standing; a refused step changes nothing. */
const steps = fc.oneof(
  fc.record({
    kind: fc.constant('book' as const),
    by: fc.constantFrom('olga' as const, 'eve' as const),
    service: fc.constantFrom(...offered),
    day,
    length: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    which: fc.nat({ max: 5 }),
    event: fc.constantFrom('cancel', 'cancel_by_sitter', 'check_in', 'end_early', 'check_out'),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    which: fc.nat({ max: 5 }),
    shift: fc.integer({ min: -2, max: 3 }),
    answer: fc.constantFrom('accept_change', 'accept_change', 'decline_change', null),
  }),
  fc.record({
    kind: fc.constant('calendar' as const),
    day,
    service: fc.option(fc.constantFrom(...offered), { nil: undefined }),
    capacity: fc.constantFrom(0, 1, 2, null),
  }),
  fc.record({
    kind: fc.constant('profile' as const),
    homeCeiling: fc.integer({ min: 1, max: 3 }),
    oneHousehold: fc.boolean(),
    visitsWhileSitting: fc.boolean(),
    isPaused: fc.boolean(),
    capacities: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 7, maxLength: 7 }),
    without: fc.option(fc.constantFrom(...offered)),
    base: fc.integer({ min: 10_00, max: 90_00 }),
    languages: fc.subarray(['en', 'pt', 'xho']),
    policy: fc.constantFrom(...stayPolicies),
    home: fc.record({
      aloneMaxHours: fc.constantFrom(null, 0, 3),
      children: fc.constantFrom('none' as const, 'young' as const, 'older' as const),
    }),
  }),
  fc.record({ kind: fc.constant('pet' as const), species: fc.constantFrom('dog' as const, 'cat' as const) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
)
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never
type Kind = Step['kind']
type Steps = { [K in Kind]: Extract<Step, { kind: K }> }

async function upkeepFixture() {
  const terms = { rates: exampleRates, capacity: 2 }
  const fixture = await bookingFixture({
    services: {
      boarding: terms,
      day_care: terms,
      house_sitting: { ...terms, capacity: 1 },
      dog_walking: terms,
    },
    homeCeiling: 2,
  })
  const { deps, sitterId, request, act } = fixture
  const show = (viewer: Viewer, bookingId: string) =>
    send(deps, showBooking, viewer, { params: { bookingId } })
  const people = {
    olga: { viewer: olga, pet: fixture.rex },
    eve: { viewer: eve, pet: await buildPet(fixture.db, eve, { name: 'Bo' }) },
  }
  const bookings: { id: string; by: keyof typeof people }[] = []
  await rebuildSearch(deps)

  const bookingOf = async (which: number) => {
    const one = bookings[which % Math.max(1, bookings.length)]
    return one && { by: people[one.by].viewer, booking: await show(people[one.by].viewer, one.id) }
  }
  const on = (ahead: number) => addDays(localOf(deps.now(), dublin.timeZone).on, ahead)
  const runs: { [K in Kind]: (step: Steps[K]) => Promise<unknown> } = {
    async book({ by, service, day: ahead, length }) {
      const { viewer, pet } = people[by]
      const dates =
        service === 'boarding' || service === 'house_sitting'
          ? { startOn: on(ahead), endOn: on(ahead + length) }
          : { visits: Array.from({ length }, (_, next) => ({ on: on(ahead + next) })) }
      const made = await request(viewer, { sitterId, service, ...dates, petIds: [pet] })
      bookings.push({ id: made.id, by })
      await act(sam, made, 'accept')
    },
    async move({ which, event }) {
      const found = await bookingOf(which)
      const isSitters = event !== 'cancel' && event !== 'end_early'
      if (found) await act(isSitters ? sam : found.by, found.booking, event, { reason: 'I am ill, sadly.' })
    },
    async change({ which, shift, answer }) {
      const found = await bookingOf(which)
      if (!found) return
      const { booking, by } = found
      const { startOn, startTime, endOn, endTime, pets, addOns } = booking
      const petIds = pets.map(({ id }) => id)
      const body = {
        startOn: addDays(startOn, shift),
        startTime,
        endOn: addDays(endOn, shift),
        endTime,
        petIds,
        addOns,
      }
      const { changeHash } = await send(deps, calculateChange, by, {
        params: { bookingId: booking.id },
        body,
      })
      const proposed = await act(by, booking, 'propose_change', { ...body, changeHash })
      if (answer) await act(sam, proposed, answer)
    },
    calendar: ({ day: ahead, service, capacity }) =>
      changeCalendar(deps, sam, sitterId, { days: [{ on: on(ahead), service, capacity }] }),
    profile: ({ isPaused, capacities, without, base, policy, languages, home, ...limits }) =>
      changeSitter(
        deps,
        sam,
        sitterId,
        SitterInput.parse({
          headline: 'A calm home near the park',
          placeId: dublin.id,
          status: isPaused ? 'paused' : 'published',
          homeCeiling: limits.homeCeiling,
          oneHousehold: limits.oneHousehold,
          visitsWhileSitting: limits.visitsWhileSitting,
          languages,
          home,
          services: offered
            .filter((service) => service !== without)
            .map((service) => ({
              service,
              rates: { base },
              weekdayCapacity: capacities,
              ...(isStay(service) && { policy }),
            })),
        }),
      ),
    async pet({ species }) {
      await buildPet(fixture.db, sam, { name: 'Bo', species })
      deps.jobs.push({ name: 'sitters.refresh-household', payload: { accountId: sam.accountId } })
    },
    async wait({ hours }) {
      const was = on(0)
      deps.clock.set(addHours(deps.now(), hours))
      await runClock(deps)
      if (on(0) !== was)
        await searchJobs(deps)
          .find(({ name }) => name === 'search.roll-window')!
          .run({})
    },
  }
  const handlers = [...searchJobs(deps), ...sitterJobs(deps)]
  const work = async () => {
    for (let next = deps.jobs.shift(); next; next = deps.jobs.shift()) {
      const { name, payload } = next
      await handlers.find((handler) => handler.name === name)?.run(payload)
    }
  }
  const rows = () => fixture.db.selectFrom('sitter_search').selectAll().orderBy('service').execute()
  const take = <K extends Kind>(kind: K, step: Steps[K]) => runs[kind](step)
  return { ...fixture, rows, work, take }
}

const daysOf = ({ service, w0, w1, w2, w3, w4, w5 }: Selectable<SitterSearch>) => [
  service,
  w0,
  w1,
  w2,
  w3,
  w4,
  w5,
]

test('after any sequence of changes, the search document equals a freshly written one', async () => {
  const taken: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 25 }), async (all) => {
      const { db, deps, sitterId, rows, work, take } = await upkeepFixture()
      for (const step of all) {
        try {
          await take(step.kind, step)
          taken[step.kind] = (taken[step.kind] ?? 0) + 1
        } catch (error) {
          if (!(error instanceof Problem)) throw error
        }
        const atOnce = await rows()
        await work()
        const updatedRows = await rows()
        await inTransaction(db, (tx) => refreshSitter(tx, sitterId, deps.now()))
        const rebuiltRows = await rows()
        expect(updatedRows).toEqual(rebuiltRows)
        // The days are right in the transaction that changed them; the rest follows in a job.
        if (step.kind !== 'profile') expect(atOnce.map(daysOf)).toEqual(rebuiltRows.map(daysOf))
      }
    }),
    { numRuns: 10, seed: 20_261_122 },
  )
  for (const kind of ['book', 'move', 'change', 'calendar', 'profile', 'pet', 'wait'])
    expect(taken[kind], kind).toBeGreaterThan(3)
}, 120_000)
