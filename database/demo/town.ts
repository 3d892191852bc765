import { runClock } from '#server/bookings/life/clock-commands.ts'
import { generateHolidaysOfSitters } from '#server/holidays/commands.ts'
import { monthOf } from '#server/invoices/invoice.ts'
import { beginInvoicesAfter, makeInvoices, type Progress } from '#server/invoices/month-commands.ts'
import { settableClock } from '#server/kernel/clock.ts'
import { addHours, addMinutes, addMonths, latest } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { suggestPlaces } from '#server/places/commands.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { createActions, type SeedDeps } from './actions.ts'
import { type City, readContent } from './content.ts'
import { addPhotos } from './drawn-photos.ts'
import { planCity, type TownSize, townSizes } from './plan.ts'
import type { PlacedCity } from './population.ts'
import * as store from './store.ts'
import type { BookingPlan, CityPlan } from './story.ts'
import type { Step } from './story.ts'

/** Number of bookings, and of those that stopped because a rule refused a step. */
export type Count = { bookings: number; refused: number }

/** The last part; if it exists, all parts do. */
const lastPart = 'town'

export const isTownSeeded = ({ db }: Deps): Promise<boolean> => store.isSeeded(db, lastPart)

const yearHours = 365 * 24

/** Generates the holidays of the past year too, because past bookings need them. */
export async function generateHolidaysAround(deps: Deps): Promise<boolean> {
  if (await store.hasHolidays(deps.db, deps.now().getUTCFullYear() + 2)) return false
  const yearAgo = addHours(deps.now(), -yearHours)
  await generateHolidaysOfSitters({ ...deps, now: () => yearAgo })
  await generateHolidaysOfSitters(deps)
  return true
}

/** The index of a city, and the number of cities. */
type CityOrder = { index: number; cities: number }
type Numbered = { city: City; order: CityOrder }
/** Creates cities and counts their bookings, in this thread or in others. */
export type SeedCities = (cities: Numbered[], size: TownSize) => Promise<Count>

/**
 * Creates the cities concurrently, each in its own transaction: after an interruption, complete cities stay and the
 * others follow at the next run.
 */
export const seedConcurrently =
  (deps: SeedDeps): SeedCities =>
  async (cities, size) =>
    sumOf(await Promise.all(cities.map(({ city, order }) => seedCity(withoutJobs(deps), city, order, size))))

/** Creates the town without sending mail; figures and search documents are written once, at the end. */
export async function seedTown(
  deps: SeedDeps,
  {
    size = townSizes.on,
    cities = readContent().cities,
    found = seedConcurrently(deps),
  }: { size?: TownSize; cities?: City[]; found?: SeedCities } = {},
): Promise<Count> {
  const numbered = cities.map((city, index) => ({ city, order: { index, cities: cities.length } }))
  const count = await found(numbered, size)
  await rebuildSearch(withoutJobs(deps))
  await seedInvoices(withoutJobs(deps))
  await inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, lastPart)
    if (await store.isSeeded(tx, lastPart)) return
    await store.analyse(tx)
    await store.notePart(tx, lastPart, deps.now())
  })
  return count
}

/** Invoices the last month as if at its end; earlier months count as settled by hand. */
async function seedInvoices(deps: SeedDeps): Promise<void> {
  const month = monthOf(deps.now(), 'UTC')
  const monthStart = new Date(`${month}-01T00:05:00Z`)
  await inTransaction(deps.db, (tx) => beginInvoicesAfter(tx, addMonths(`${month}-01`, -2).slice(0, 7)))
  let rest: Progress | null = {}
  while (rest) rest = await makeInvoices({ ...deps, now: () => monthStart }, rest)
}

const withoutJobs = (deps: SeedDeps): SeedDeps => ({ ...deps, enqueue: async () => {} })

export const sumOf = (counts: Count[]): Count => ({
  bookings: counts.reduce((sum, { bookings }) => sum + bookings, 0),
  refused: counts.reduce((sum, { refused }) => sum + refused, 0),
})

function seedCity(deps: SeedDeps, city: City, order: CityOrder, size: TownSize): Promise<Count> {
  return inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, city.slug)
    if (await store.isSeeded(tx, city.slug)) return { bookings: 0, refused: 0 }
    const now = deps.now()
    const place = (
      await suggestPlaces({ db: tx, now: deps.now, log: deps.log }, { typed: city.name, limit: 10 })
    ).find(({ country }) => country === city.country)
    if (!place) throw new Error('The towns must be imported before the demo town is founded')
    const { settings } = await currentSettings(tx)
    const placed: PlacedCity = { ...city, placeId: place.id }
    const plan = planCity(placed, order, size, { content: readContent(), settings, now })
    for (const missing of plan.missing)
      deps.log.warn({ city: city.slug, missing }, 'the demo town lacks something that it promises')
    const clock = settableClock(now)
    const end = { now, horizonDays: settings.horizonDays }
    const refused = await runTimeline({ ...deps, db: tx, now: clock }, clock, plan, end)
    await store.notePart(tx, city.slug, now)
    return { bookings: plan.bookings.length - refused, refused }
  })
}

type TimelineEvent = { at: Date; run: () => Promise<unknown> }

/** Carries out all events up to now in order of time; returns the number of bookings refused by a rule. */
async function runTimeline(
  deps: SeedDeps & TxDeps,
  clock: ReturnType<typeof settableClock>,
  { city, sitters, owners, bookings }: CityPlan,
  { now, horizonDays }: { now: Date; horizonDays: number },
): Promise<number> {
  const actions = createActions(deps)
  const refused = new Set<BookingPlan>()
  /** A command refuses before it writes, so the booking stays as it is and the others continue. */
  const takeStep = async (plan: BookingPlan, step: Step) => {
    if (refused.has(plan)) return
    try {
      await actions.takeStep(plan, step)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.add(plan)
      deps.log.warn(
        { err: error, event: step.event, city: city.slug },
        'a booking of the demo town was refused',
      )
    }
  }
  const timeline: TimelineEvent[] = [
    ...sitters.flatMap((sitter): TimelineEvent[] => {
      const confirm = () => actions.confirmCalendar(sitter, city.timeZone, horizonDays)
      return [
        { at: sitter.joinedAt, run: () => actions.becomeSitter(sitter) },
        { at: addHours(sitter.joinedAt, 1), run: confirm },
        { at: sitter.confirmedAt, run: confirm },
      ]
    }),
    ...owners.map((owner): TimelineEvent => ({ at: owner.joinedAt, run: () => actions.join(owner) })),
    ...[...sitters, ...owners].flatMap((person) =>
      person.pets.map((pet) => ({
        at: latest(addMinutes(person.joinedAt, 5), new Date(`${pet.fromOn}T12:00:00Z`)),
        run: () => actions.addPet(person, pet),
      })),
    ),
    ...bookings.flatMap((plan) =>
      plan.steps.map((step): TimelineEvent => ({ at: step.at, run: () => takeStep(plan, step) })),
    ),
  ]
  for (const { at, run } of timeline.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    if (at > now) break
    clock.set(at)
    await run()
  }
  clock.set(now)
  // Sends the reminders that are due for unanswered requests.
  await runClock(deps)
  await addPhotos(deps, { city, sitters, owners, created: actions.created })
  for (const sitterId of actions.created.sitterIds.values()) await refreshFigures(deps, sitterId)
  return refused.size
}
