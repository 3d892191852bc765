import * as fc from 'fast-check'
import { sql } from 'kysely'
import {
  gardens,
  homeTypes,
  instantBookings,
  isStay,
  services,
  skills,
  species,
  stayPolicies,
} from '#contract/codes.ts'
import { PetDetails } from '#contract/pets.ts'
import { Accepts, Home, Rates } from '#contract/sitters/sitters.ts'
import { addDays } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { now } from '#test/build.ts'
import { dublin, lisbon } from '#test/cast.ts'

const week = { minLength: 7, maxLength: 7 }
const often = (weight: number) => fc.integer({ min: 0, max: 99 }).map((n) => n < weight)

const anyAccepts = fc.record({
  species: fc.subarray([...species], { minLength: 1, maxLength: 4 }),
  minWeightKg: fc.option(fc.constantFrom(2, 5, 10), { freq: 5 }),
  maxWeightKg: fc.option(fc.constantFrom(12, 20, 40), { freq: 2 }),
  puppies: often(70),
  unneutered: often(70),
  medication: often(60),
})
const anyRates = fc.record({
  base: fc.integer({ min: 8_00, max: 60_00 }),
  catBase: fc.option(fc.integer({ min: 5_00, max: 40_00 })),
  extraPet: fc.option(fc.integer({ min: 1_00, max: 30_00 })),
  puppyExtra: fc.option(fc.integer({ min: 1_00, max: 9_00 })),
  holidayExtra: fc.option(fc.integer({ min: 1_00, max: 20_00 })),
  longStayPct: fc.option(fc.integer({ min: 5, max: 20 })),
  longStayFrom: fc.integer({ min: 2, max: 8 }),
})
const anyService = fc.record({
  active: often(90),
  rates: anyRates,
  accepts: anyAccepts,
  weekdayCapacity: fc.array(fc.constantFrom(0, 1, 2, 2, 3, 3), week),
  maxPets: fc.integer({ min: 1, max: 4 }),
  noticeHours: fc.constantFrom(0, 3, 24, 72),
  radiusKm: fc.option(fc.integer({ min: 2, max: 15 })),
  stayPolicy: fc.constantFrom(...stayPolicies),
})
const anySitter = fc.record({
  status: fc.constantFrom('published', 'published', 'published', 'published', 'paused' as const),
  inDublin: often(15),
  north: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  east: fc.double({ min: -0.25, max: 0.25, noNaN: true }),
  home: fc.record({
    type: fc.constantFrom(...homeTypes),
    garden: fc.constantFrom(...gardens),
    smokeFree: often(60),
    children: fc.constantFrom('none' as const, 'young' as const, 'older' as const),
    car: often(50),
    aloneMaxHours: fc.option(fc.constantFrom(0, 0, 1, 4)),
  }),
  skills: fc.subarray([...skills]),
  languages: fc.subarray(['en', 'pt', 'fr', 'tl', 'xho']),
  responseMinutes: fc.option(fc.constantFrom(20, 60, 61, 240, 600, 1440, 2000)),
  trusted: often(30),
  resident: fc.option(fc.constantFrom('dog' as const, 'cat' as const)),
  homeCeiling: fc.integer({ min: 1, max: 4 }),
  oneHousehold: often(30),
  visitsWhileSitting: often(30),
  instantBooking: fc.constantFrom(...instantBookings),
  /** One for each service; null if it is not offered. */
  offered: fc.array(fc.option(anyService, { freq: 2 }), {
    minLength: services.length,
    maxLength: services.length,
  }),
  overrides: fc.array(
    fc.record({
      service: fc.constantFrom(...services),
      day: fc.integer({ min: 0, max: 40 }),
      capacity: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 12 },
  ),
  uses: fc.array(
    fc.record({
      kind: fc.constantFrom(...services),
      day: fc.integer({ min: 0, max: 40 }),
      used: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 12 },
  ),
  ratings: fc.array(fc.integer({ min: 3, max: 5 }), { maxLength: 8 }),
  clients: fc.integer({ min: 0, max: 20 }),
  responseRate: fc.option(fc.constantFrom(0.5, 0.9, 1)),
  confirmed: fc.option(fc.integer({ min: 0, max: 60 })),
  published: fc.integer({ min: 1, max: 200 }),
})

const idOf = (kind: string, index: number): string =>
  `${kind}0000000-0000-7000-8000-${String(index).padStart(12, '0')}`

type GeneratedSitters = (typeof anySitter extends fc.Arbitrary<infer S> ? S : never)[]

/** Inserts sitters around Lisbon and some in Dublin, generated deterministically from a seed. */
export async function buildSearchFixture(
  db: Db,
  { count, seed }: { count: number; seed: number },
): Promise<void> {
  const sitters = fc.sample(anySitter, { numRuns: count, seed })
  const today = now.toISOString().slice(0, 10)
  const accounts = sitters.map((_, index) => ({
    id: idOf('1', index),
    external_id: `town-${index}`,
    name: `Sitter ${index}`,
    email: `sitter-${index}@example.org`,
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('account').values(accounts).execute()
  await db
    .insertInto('sitter')
    .values(sitters.map((sitter, index) => sitterRow(sitter, index, today)))
    .execute()
  await buildServices(db, sitters)
  await buildDays(db, sitters, today)
  await buildResidents(db, sitters)
}

function sitterRow(sitter: GeneratedSitters[number], index: number, today: string) {
  const place = sitter.inDublin ? dublin : lisbon
  const [lat, lng] = [place.lat + sitter.north, place.lng + sitter.east]
  return {
    id: idOf('2', index),
    account_id: idOf('1', index),
    name: `Sitter ${index}`,
    status: sitter.status,
    headline: 'A calm home near the park',
    bio: '',
    place_id: place.id,
    country: place.country,
    lat,
    lng,
    public_lat: lat,
    public_lng: lng,
    time_zone: place.timeZone,
    home: JSON.stringify(Home.parse(sitter.home)),
    home_ceiling: sitter.homeCeiling,
    one_household: sitter.oneHousehold,
    visits_while_sitting: sitter.visitsWhileSitting,
    instant_book: sitter.instantBooking,
    languages: sitter.languages,
    skills: sitter.skills,
    calendar_confirmed_on: sitter.confirmed === null ? null : addDays(today, -sitter.confirmed),
    rating_sum: sitter.ratings.reduce((sum, stars) => sum + stars, 0),
    rating_count: sitter.ratings.length,
    clients: sitter.clients,
    repeat_clients: Math.floor(sitter.clients / 3),
    completed_bookings: sitter.clients,
    response_rate: sitter.responseRate,
    response_minutes: sitter.responseMinutes,
    trusted: sitter.trusted,
    published_at: new Date(now.getTime() - sitter.published * 86_400_000),
    created_at: now,
    updated_at: now,
  }
}

async function buildServices(db: Db, sitters: GeneratedSitters): Promise<void> {
  const offered = sitters.flatMap((sitter, index) =>
    sitter.offered.flatMap((terms, place) => (terms ? [{ index, service: services[place]!, terms }] : [])),
  )
  await db
    .insertInto('sitter_service')
    .values(
      offered.map(({ index, service, terms }) => ({
        sitter_id: idOf('2', index),
        service,
        active: terms.active,
        rates: JSON.stringify(Rates.parse(terms.rates)),
        accepts: JSON.stringify(Accepts.parse(terms.accepts)),
        weekday_capacity: terms.weekdayCapacity.map((places) =>
          service === 'house_sitting' ? Math.min(1, places) : places,
        ),
        max_pets: terms.maxPets,
        notice_hours: terms.noticeHours,
        policy: isStay(service) ? terms.stayPolicy : ('per_unit_24h' as const),
        radius_km: terms.radiusKm,
      })),
    )
    .execute()
}

async function buildDays(db: Db, sitters: GeneratedSitters, today: string): Promise<void> {
  const overrides = new Map(
    sitters.flatMap((sitter, index) =>
      sitter.overrides.map(({ service, day, capacity }) => {
        const row = { sitter_id: idOf('2', index), service, on_date: addDays(today, day), capacity }
        return [`${index} ${service} ${day}`, row] as const
      }),
    ),
  )
  if (overrides.size > 0)
    await db
      .insertInto('sitter_day_override')
      .values([...overrides.values()])
      .execute()
  const uses = new Map(
    sitters.flatMap((sitter, index) =>
      sitter.uses.map(({ kind, day, used }) => {
        const row = { sitter_id: idOf('2', index), kind, on_date: addDays(today, day), used, cap: 9 }
        return [`${index} ${kind} ${day}`, row] as const
      }),
    ),
  )
  if (uses.size > 0)
    await db
      .insertInto('sitter_day')
      .values([...uses.values()])
      .execute()
}

async function buildResidents(db: Db, sitters: GeneratedSitters): Promise<void> {
  const pets = sitters.flatMap(({ resident }, index) =>
    resident === null
      ? []
      : [
          {
            id: idOf('3', index),
            owner_id: idOf('1', index),
            name: 'Resident',
            species: resident,
            birth_on: '2020-01-01',
            weight_grams: 9_000,
            details: JSON.stringify(PetDetails.parse({})),
            created_at: now,
            updated_at: now,
          },
        ],
  )
  if (pets.length > 0) await db.insertInto('pet').values(pets).execute()
}

const anyPet = fc
  .record({
    kind: fc.constantFrom('dog', 'dog', 'dog', 'cat', 'cat', 'rabbit'),
    weight: fc.constantFrom('', '', '4', '7', '11', '22.5', '41', '60'),
    birth: fc.constantFrom('', '', '2021-04', '2026-06-15'),
    facts: fc.constantFrom('', '', '', 'neutered', 'unneutered', 'medication', 'unneutered:medication'),
  })
  .map(({ kind, weight, birth, facts }) => [kind, weight, birth, facts].join(':').replace(/:+$/, ''))

const today = '2026-12-01'
const anyDates = fc.oneof(
  fc.constant({}),
  fc
    .record({ from: fc.integer({ min: 0, max: 40 }), nights: fc.integer({ min: 1, max: 9 }) })
    .map(({ from, nights }) => ({ start: addDays(today, from), end: addDays(today, from + nights) })),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 4 })
    .map((days) => ({ days: days.map((day) => addDays(today, day)).join(',') })),
)
const anyPlace = fc.oneof(
  fc.constant({}),
  fc
    .record({
      place: fc.constantFrom(lisbon.id, lisbon.id, dublin.id),
      radiusKm: fc.integer({ min: 1, max: 40 }),
    })
    .map(({ place, radiusKm }) => ({ place: String(place), radiusKm: String(radiusKm) })),
  fc
    .constantFrom('38.6,-9.3,38.8,-9.0', '38.7,-9.2,38.75,-9.1', '30,-20,60,10')
    .map((bounds) => ({ bounds })),
)
const maybe = <T extends object>(value: fc.Arbitrary<T>, weight: number) =>
  fc.tuple(value, often(weight)).map(([some, wanted]) => (wanted ? some : {}))

const wishes = [
  'smoke_free',
  'car,no_children',
  'no_resident_pets',
  'resident_dog',
  'first_aid',
  'never_alone',
  'no_young_children,trusted',
  'newcomer',
  'instant,oral_medication',
]

/** Generates realistic searches; some are contradictory and must be rejected. */
export const anySearch: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    maybe(
      fc.constantFrom(...services).map((service) => ({ service })),
      75,
    ),
    anyDates,
    anyPlace,
    maybe(
      fc.array(anyPet, { minLength: 1, maxLength: 3 }).map((pets) => ({ pets: pets.join(',') })),
      50,
    ),
    maybe(
      fc.constantFrom('house', 'flat,farm', 'fenced', 'house,shared,fenced').map((home) => ({ home })),
      15,
    ),
    maybe(
      fc.constantFrom(...wishes).map((has) => ({ has })),
      20,
    ),
    maybe(
      fc.constantFrom('en', 'fr,tl', 'tl').map((languages) => ({ languages })),
      15,
    ),
    maybe(
      fc.constantFrom('flexible', 'moderate,strict', 'per_unit_24h').map((policy) => ({ policy })),
      15,
    ),
    maybe(
      fc.constantFrom('1', '4', '24').map((answersWithin) => ({ answersWithin })),
      15,
    ),
    maybe(
      fc.integer({ min: 10_00, max: 60_00 }).map((minTotal) => ({ minTotal: String(minTotal) })),
      15,
    ),
    maybe(
      fc.integer({ min: 20_00, max: 200_00 }).map((maxTotal) => ({ maxTotal: String(maxTotal) })),
      20,
    ),
    maybe(
      fc.constantFrom('distance', 'price', 'rating', 'repeat', 'newest').map((sort) => ({ sort })),
      50,
    ),
  )
  .map((parts): Record<string, string> => Object.assign({}, ...parts))

/** Inserts holidays, so that prices vary. */
export const buildSearchHolidays = (db: Db) =>
  sql`insert into holiday_period (country, year, name, start_on, end_on)
    values ('PT', 2026, 'Restoration', '2026-12-05', '2026-12-08'), ('IE', 2026, 'Christmas', '2026-12-23', '2027-01-02')`.execute(
    db,
  )
