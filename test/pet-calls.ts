import { expect } from 'vitest'
import type { BookingStatus } from '#contract/codes.ts'
import { listPets, Pet } from '#contract/pets.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { TokenViewer } from '#server/kernel/deps.ts'
import { invoke } from '#server/kernel/http/http.ts'
import { Problem } from '#server/kernel/problem.ts'
import { petRoutes } from '#server/pets/routes.ts'
import { buildAccounts, now, testDeps } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

export const rex = { name: 'Rex', species: 'dog', birthOn: '2021-12-01', weightKg: 22.35 }
export const nobodysId = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

/** Calls of the pet endpoints, with Olga, Sam and Eve signed up. */
export async function setupPets() {
  const deps = testDeps(await testDb())
  await buildAccounts(deps.db, olga, sam, eve)
  const [list, create, show, update] = petRoutes
  const call = async (
    route: (typeof petRoutes)[number],
    viewer: TokenViewer | null,
    request: Record<string, unknown>,
  ) => (await invoke(route, deps, { viewer, ip: '127.0.0.1', ...request })).body
  return {
    deps,
    list: async (viewer: TokenViewer, accountId: string, archived?: string) =>
      listPets.response.parse(await call(list!, viewer, { params: { accountId }, query: { archived } }))
        .items,
    create: async (viewer: TokenViewer | null, body: unknown, idempotencyKey?: string) =>
      Pet.parse(await call(create!, viewer, { body, idempotencyKey })),
    show: async (viewer: TokenViewer | null, petId: string) =>
      Pet.parse(await call(show!, viewer, { params: { petId } })),
    update: async (viewer: TokenViewer | null, petId: string, body: unknown) =>
      Pet.parse(await call(update!, viewer, { params: { petId }, body })),
  }
}

/** Returns the serialised problem of a refused call, for exact comparison. */
export const refusal = async (answer: Promise<unknown>) => {
  const problem = await answer.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )
  if (!(problem instanceof Problem)) throw problem
  return JSON.stringify(problem.toBody())
}

const sitterId = '0b000000-0000-7000-8000-000000000001'
export const bookingId = '0c000000-0000-7000-8000-000000000001'

/** Inserts a booking of the pet with Sam, in the given status. */
export const buildBooking = (db: Db, petId: string, status: BookingStatus) =>
  ensureTransaction({ db }, async ({ db: tx }) => {
    await tx
      .insertInto('sitter')
      .values({
        id: sitterId,
        account_id: sam.accountId,
        name: 'Sam',
        status: 'draft',
        headline: '',
        bio: '',
        time_zone: 'UTC',
        home: '{}',
        home_ceiling: 3,
        one_household: false,
        visits_while_sitting: false,
        languages: [],
        skills: [],
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx
      .insertInto('booking')
      .values({
        id: bookingId,
        number: '100001',
        owner_id: olga.accountId,
        sitter_id: sitterId,
        service: 'boarding',
        status,
        start_on: '2026-12-18',
        start_time: '15:00',
        end_on: '2026-12-20',
        end_time: '11:00',
        time_zone: 'UTC',
        starts_at: new Date('2026-12-18T15:00:00Z'),
        ends_at: new Date('2026-12-20T11:00:00Z'),
        quote: '{}',
        terms: '{}',
        currency: 'EUR',
        total: 100,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await tx.insertInto('booking_pet').values({ booking_id: bookingId, pet_id: petId }).execute()
  })
