import { expect, test } from 'vitest'
import { services } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { addHours } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { buildPlaces, testDeps } from '#test/build.ts'
import * as towns from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'
import { keysOf, recordOf } from '#contract/entries.ts'
import { seedNotices } from './notices.ts'
import { seedCards } from './cards.ts'
import { seedCircle } from './circle.ts'
import { readContent } from './content.ts'
import { seedHomes } from './homes.ts'
import { seedSavedItems } from './saved-items.ts'
import { seedLostPets } from './lost.ts'
import { castEmail } from './people.ts'
import { townSizes } from './plan.ts'
import { castMinimums, minimums, type Minimums, shortfalls } from './minimums.ts'
import { seedMessages } from './messages.ts'
import { seedTown } from './town.ts'

const settings = Settings.parse({})
const [lisbon] = readContent().cities
/** One city's share of the small town. */
const size = { ...townSizes.small, owners: 7, pets: 10, bookings: 25 }

const moments = {
  'a Monday evening': '2026-11-23T19:00:00Z',
  'the last minutes of a year': '2026-12-31T23:30:00Z',
  '29 February': '2028-02-29T12:00:00Z',
  'the hour of the clock change in spring': '2027-03-28T01:10:00Z',
  'the hour that comes twice in autumn': '2027-10-31T00:40:00Z',
}

/** The same counts as for a plan, from the database. */
async function countRows(db: Db, now: Date): Promise<Minimums> {
  const sitters = await db.selectFrom('sitter').select(['id', 'rating_count', 'created_at']).execute()
  const offers = await db.selectFrom('sitter_service').select('service').execute()
  const bookings = await db.selectFrom('booking').select(['id', 'status', 'ends_at']).execute()
  const reviews = await db.selectFrom('review').select('booking_id').where('author', '=', 'owner').execute()
  const reviewed = new Set(reviews.map(({ booking_id: id }) => id))
  const inStatus = (status: string) => bookings.filter((one) => one.status === status)
  const rated = sitters.filter((one) => one.rating_count >= settings.review.minShown).length
  const toReview = inStatus('completed').filter(
    ({ id, ends_at: endsAt }) =>
      !reviewed.has(id) && endsAt > addHours(now, -settings.review.windowDays * 24),
  )
  return {
    sitters: {
      ...recordOf(services, (service) => offers.filter((one) => one.service === service).length),
      rated,
      unrated: sitters.length - rated,
      newcomer: sitters.filter((one) => one.created_at > addHours(now, -51 * 24)).length,
    },
    bookings: {
      ...recordOf(keysOf(minimums.small.bookings), (status) => inStatus(status).length),
      toReview: toReview.length,
    },
  }
}

for (const [name, at] of Object.entries(moments))
  test(`demo data created at ${name} is complete, and no booking is refused`, async () => {
    const db = await testDb()
    await buildPlaces(db)
    const { id, name: town, country } = towns.lisbon
    await db
      .insertInto('place_name')
      .values({ place_id: id, country, name: town.toLowerCase(), weight: 1 })
      .execute()
    const now = new Date(at)
    const deps = { ...testDeps(db), now: () => now, passwordPepper: undefined }
    expect(await seedTown(deps, { size, cities: [lisbon!] })).toEqual({ bookings: 25, refused: 0 })
    expect(shortfalls(minimums.small, await countRows(db, now))).toEqual([])
    for (const found of [
      seedMessages,
      seedSavedItems,
      seedCircle,
      seedHomes,
      seedCards,
      seedLostPets,
      seedNotices,
    ])
      await found(deps)
    const rows = await db
      .selectFrom('booking')
      .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
      .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
      .innerJoin('account as keeper', 'keeper.id', 'sitter.account_id')
      .select(['booking.status', 'owner.email as owner', 'keeper.email as sitter'])
      .execute()
    for (const [key, promised] of Object.entries(castMinimums)) {
      const own = rows.filter((row) => [row.owner, row.sitter].includes(castEmail(key)))
      for (const [status, least] of Object.entries(promised))
        expect(own.filter((row) => row.status === status).length, `${key}: ${status}`).toBeGreaterThanOrEqual(
          least,
        )
    }
    await expectInvariants(deps)
  })
