import type { z } from 'zod'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import type { Booking, Quote } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/bookings/bookings.ts'
import type { Service } from '#contract/codes.ts'
import { entriesOf } from '#contract/entries.ts'
import type { EndpointResponse, Endpoint } from '#contract/endpoint.ts'
import * as ledgerContract from '#contract/ledger.ts'
import { PetDetails } from '#contract/pets.ts'
import * as reviewsContract from '#contract/reviews/reviews.ts'
import { Accepts, Home, Rates } from '#contract/sitters/sitters.ts'
import { blockRoutes } from '#server/blocks/routes.ts'
import { bookingRoutes } from '#server/bookings/routes.ts'
import { careRoutes } from '#server/care/routes.ts'
import { circleRoutes } from '#server/circle/routes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { lostRoutes } from '#server/lost/routes.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { reviewRoutes } from '#server/reviews/routes.ts'
import { buildAccounts, buildPlaces, now, testDeps } from '#test/build.ts'
import { dublin, eve, withFreshSignIn, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

type ServiceTerms = {
  rates: z.input<typeof Rates>
  capacity?: number
  maxPets?: number
  policy?: 'flexible' | 'moderate' | 'strict'
  accepts?: z.input<typeof Accepts>
}

/** The rates of the worked examples in the rules. */
export const exampleRates = {
  base: 38_00,
  extraPet: 22_00,
  puppyExtra: 5_00,
  holidayExtra: 10_00,
  longStayPct: 10,
  latePickup: true,
  bathing: 25_00,
  pickupTrip: 12_00,
}
const walkRates = { base: 17_50, extraPet: 9_00, minutes60Extra: 6_50 }

export type SitterTerms = {
  services?: Partial<Record<Service, ServiceTerms>>
  homeCeiling?: number
  oneHousehold?: boolean
  status?: 'draft' | 'published' | 'paused'
}

/** A sitter in Dublin with the rates of the rules' examples. */
export async function buildSitter(
  db: Db,
  account: Pick<Viewer, 'accountId'> & { name: string },
  { services, homeCeiling = 3, oneHousehold = false, status = 'published' }: SitterTerms = {},
): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('sitter')
    .values({
      id,
      account_id: account.accountId,
      name: account.name,
      status,
      headline: 'A calm home near the park',
      bio: '',
      place_id: dublin.id,
      country: 'IE',
      lat: dublin.lat,
      lng: dublin.lng,
      public_lat: dublin.lat,
      public_lng: dublin.lng,
      time_zone: dublin.timeZone,
      home: JSON.stringify(Home.parse({})),
      home_ceiling: homeCeiling,
      one_household: oneHousehold,
      visits_while_sitting: false,
      languages: ['en'],
      skills: [],
      published_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const offered: Partial<Record<Service, ServiceTerms>> = services ?? {
    boarding: { rates: exampleRates, capacity: 3 },
    dog_walking: { rates: walkRates, capacity: 8 },
  }
  await db
    .insertInto('sitter_service')
    .values(
      entriesOf(offered).map(([service, terms]) => ({
        sitter_id: id,
        service,
        active: true,
        rates: JSON.stringify(Rates.parse(terms.rates)),
        accepts: JSON.stringify(Accepts.parse(terms.accepts ?? {})),
        weekday_capacity: Array.from({ length: 7 }, () => terms.capacity ?? 2),
        max_pets: terms.maxPets ?? 2,
        notice_hours: 24,
        policy: service === 'boarding' ? (terms.policy ?? ('moderate' as const)) : ('per_unit_24h' as const),
        radius_km: null,
      })),
    )
    .execute()
  return id
}

/** An adult dog by default. */
export async function buildPet(
  db: Db,
  owner: Pick<Viewer, 'accountId'>,
  pet: { name: string; birthOn?: string; weightKg?: number; species?: 'dog' | 'cat'; neutered?: boolean },
): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('pet')
    .values({
      id,
      owner_id: owner.accountId,
      name: pet.name,
      species: pet.species ?? 'dog',
      birth_on: pet.birthOn ?? '2021-06-01',
      weight_grams: Math.round((pet.weightKg ?? 12) * 1000),
      details: JSON.stringify(PetDetails.parse({ neutered: pet.neutered ?? true })),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** Holidays of example A in the rules. */
export const buildChristmas = (db: Db) =>
  db
    .insertInto('holiday_period')
    .values({
      country: 'IE',
      subdivision: null,
      year: 2026,
      name: 'Christmas and New Year',
      start_on: '2026-12-23',
      end_on: '2027-01-02',
    })
    .execute()

const routes = [
  ...bookingRoutes,
  ...paymentRoutes,
  ...reviewRoutes,
  ...careRoutes,
  ...messageRoutes,
  ...blockRoutes,
  ...reportRoutes,
  ...circleRoutes,
  ...lostRoutes,
]

type Parts = Pick<Invocation, 'params' | 'query' | 'body' | 'idempotencyKey'>

/** Invokes an endpoint in process; returns the response body or throws the `Problem`. */
export const send = <E extends Endpoint>(
  deps: Deps,
  endpoint: E,
  viewer: Viewer | null,
  parts: Parts,
): Promise<EndpointResponse<E>> =>
  answerOf(routes, endpoint, deps, { viewer: viewer && withFreshSignIn(viewer, deps.now()), ...parts })

/** Returns the body of the problem that refused the request. */
export async function refusalOf(request: Promise<unknown>): Promise<ReturnType<Problem['toBody']>> {
  const outcome = await request.then(
    () => new Error('The request was not refused'),
    (error: unknown) => error,
  )
  if (outcome instanceof Problem) return outcome.toBody()
  throw outcome
}

let keys = 0
export const newKey = (): string => `key-${++keys}`

/** Short functions for what owners and sitters do with bookings. */
export function actorsOf(deps: Deps) {
  const quote = (viewer: Viewer | null, draft: BookingDraftInput): Promise<Quote> =>
    send(deps, contract.calculateCost, viewer, { body: draft })
  const request = async (
    viewer: Viewer,
    draft: BookingDraftInput,
    { quoteHash, key = newKey(), message }: { quoteHash?: string; key?: string; message?: string } = {},
  ): Promise<Booking> => {
    const hash = quoteHash ?? (await quote(viewer, draft)).quoteHash
    const body = { ...draft, quoteHash: hash, ...(message ? { message } : {}) }
    return send(deps, contract.createBooking, viewer, { body, idempotencyKey: key })
  }
  const act = (
    viewer: Viewer,
    { id, version }: Pick<Booking, 'id' | 'version'>,
    event: string,
    more: object = {},
  ): Promise<Booking> => send(deps, contract.moveBooking, viewer, { body: { id, version, event, ...more } })
  const show = (viewer: Viewer, { id }: Pick<Booking, 'id'>): Promise<Booking> =>
    send(deps, contract.showBooking, viewer, { params: { bookingId: id } })
  const list = (viewer: Viewer, query: object = {}, accountId = viewer.accountId) =>
    send(deps, contract.listBookings, viewer, { params: { accountId }, query })
  const review = (viewer: Viewer, { id }: Pick<Booking, 'id'>, more: object = {}) =>
    send(deps, reviewsContract.createReview, viewer, {
      body: { bookingId: id, overall: 5, text: 'Everything went very well.', ...more },
    })
  const reply = (viewer: Viewer, reviewId: string, text: string) =>
    send(deps, reviewsContract.replyToReview, viewer, { params: { reviewId }, body: { text } })
  const money = (viewer: Viewer, { id }: Pick<Booking, 'id'>) =>
    send(deps, ledgerContract.showBookingMoney, viewer, { params: { bookingId: id } })
  const receipt = (viewer: Viewer, { id }: Pick<Booking, 'id'>) =>
    send(deps, ledgerContract.showReceipt, viewer, { params: { bookingId: id } })
  const earnings = (viewer: Viewer, query: object = {}, accountId = viewer.accountId) =>
    send(deps, ledgerContract.listEarnings, viewer, { params: { accountId }, query })
  return { quote, request, act, show, list, review, reply, money, receipt, earnings }
}

/** Olga with Rex and Pip, Sam who sits in Dublin, and Eve, who is not involved. */
export async function bookingFixture(terms: SitterTerms = {}) {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildAccounts(db, olga, sam, eve)
  await buildChristmas(db)
  const sitterId = await buildSitter(db, sam, terms)
  const rex = await buildPet(db, olga, { name: 'Rex' })
  const pip = await buildPet(db, olga, { name: 'Pip', birthOn: '2026-05-10', weightKg: 6 })
  return { db, deps, sitterId, rex, pip, ...actorsOf(deps) }
}

/** Example A of the rules. */
export const exampleA = ({ sitterId, rex, pip }: { sitterId: string; rex: string; pip: string }) =>
  ({
    sitterId,
    service: 'boarding',
    startOn: '2026-12-18',
    startTime: '15:00',
    endOn: '2026-12-26',
    endTime: '19:00',
    petIds: [rex, pip],
    addOns: [
      { code: 'bathing', petId: rex, count: 1 },
      { code: 'pickup_trip', count: 1 },
    ],
  }) satisfies BookingDraftInput

/** Two nights for Rex only. */
export const weekend = ({ sitterId, rex }: { sitterId: string; rex: string }) =>
  ({
    sitterId,
    service: 'boarding',
    startOn: '2026-12-11',
    startTime: '15:00',
    endOn: '2026-12-13',
    endTime: '11:00',
    petIds: [rex],
  }) satisfies BookingDraftInput

/** Rex’s weekend at Sam’s, from the request to the check-out; the clock stands at its end. */
export async function completedWeekend(
  fixture: Awaited<ReturnType<typeof bookingFixture>>,
): Promise<Booking> {
  const { deps, request, act } = fixture
  const confirmed = await act(sam, await request(olga, weekend(fixture)), 'accept')
  deps.clock.set(new Date('2026-12-11T15:00:00Z'))
  const running = await act(sam, confirmed, 'check_in')
  deps.clock.set(new Date('2026-12-13T11:00:00Z'))
  return act(sam, running, 'check_out')
}
