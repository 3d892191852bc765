import type { Config } from '#server/config/config.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { addDays } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { buildPet, buildSitter } from '#test/booking-fixture.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { buildPeople, namesOf, type Person } from './people.ts'
import { type Product, startProduct } from './product.ts'

export type Owner = Person & { petId: string }
export type SitterPerson = Person & { sitterId: string }
export type Fixture = { owners: Owner[]; sitters: SitterPerson[] }

/** Owners with a dog each, and sitters with the given number of places per night. */
export async function buildFixture(
  db: Db,
  config: Config,
  { owners, sitters, capacity }: { owners: number; sitters: number; capacity: number },
): Promise<Fixture> {
  await buildPlaces(db)
  const people = await buildPeople(db, config, [...namesOf('Owner', owners), ...namesOf('Sitter', sitters)])
  const fixture: Fixture = { owners: [], sitters: [] }
  for (const [index, person] of people.entries()) {
    if (index < owners) fixture.owners.push({ ...person, petId: await buildPet(db, person, { name: 'Rex' }) })
    else {
      const services = { boarding: { rates: { base: 30_00 }, capacity } }
      const sitterId = await buildSitter(db, person, { services, homeCeiling: capacity })
      fixture.sitters.push({ ...person, sitterId })
    }
  }
  return fixture
}

export type Opened = { product: Product; db: Db; databaseUrl: string; close: () => Promise<void> }

/** Starts a server on a clone of the template; the caller closes it. */
export async function openProduct(): Promise<Opened> {
  const { db, url, drop } = await createTestDb()
  const product = await startProduct(url)
  return {
    product,
    db,
    databaseUrl: url,
    async close() {
      await product.stop()
      await drop()
    },
  }
}

/** A stay that begins the given number of days from now. */
export const stayOf = (owner: Owner, sitter: SitterPerson, inDays: number, nights = 2) => ({
  sitterId: sitter.sitterId,
  service: 'boarding',
  startOn: addDays(systemClock().toISOString().slice(0, 10), inDays),
  startTime: '15:00',
  endOn: addDays(systemClock().toISOString().slice(0, 10), inDays + nights),
  endTime: '11:00',
  petIds: [owner.petId],
})

/** Checks all invariants at the current time. */
export const expectInvariantsNow = (db: Db): Promise<void> =>
  expectInvariants({ ...testDeps(db), now: systemClock })
