import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/kernel/db/db.ts'
import { citiesFrom, cityFiles } from '#server/places/city-commands.ts'
import { publishedFrom } from '#server/sitters/published-commands.ts'
import { testApp } from '#test/app.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'

const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!)

/** Inserts a copy of this sitter for every account whose external id begins with "p". */
const copySitter = (db: Db, like: string) =>
  sql`
    insert into sitter (id, account_id, name, status, headline, bio, place_id, country, lat, lng, public_lat, public_lng,
      time_zone, home, home_ceiling, one_household, visits_while_sitting, languages, skills, published_at, created_at, updated_at)
    select account.id, account.id, account.name, status, headline, bio, place_id, country, lat, lng, public_lat, public_lng,
      sitter.time_zone, home, home_ceiling, one_household, visits_while_sitting, languages, skills, published_at, now(), now()
    from account, sitter where sitter.id = ${like} and external_id like 'p%'`.execute(db)

async function setup() {
  const fixture = await testApp()
  await buildPlaces(fixture.db)
  await buildAccounts(fixture.db, olga, sam, eve)
  return fixture
}

test('robots.txt leads to a site map with all published sitters and public pages, and nothing private', async () => {
  const { app, db, deps } = await setup()
  const shown = [await buildSitter(db, sam), await buildSitter(db, olga)]
  await buildSitter(db, eve, { status: 'paused' })
  const read = async (url: string) => {
    const answer = await app.inject({ url: url.replace(deps.site.url, '') })
    expect(answer.statusCode, url).toBe(200)
    return answer.body
  }

  const index = /^Sitemap: (.*)$/m.exec(await read('/robots.txt'))![1]!
  const files = addressesIn(await read(index))
  const found = (await Promise.all(files.map(read))).flatMap(addressesIn)

  expect(files).toHaveLength(2)
  expect(found.filter((url) => url.includes('/sitters/'))).toEqual(
    shown.toSorted().map((id) => `${deps.site.url}/sitters/${id}`),
  )
  for (const path of ['/', '/sitters', '/blog', '/legal/terms-and-conditions', '/help/booking-a-sitter'])
    expect(found).toContain(deps.site.url + path)
  expect(found.filter((url) => /account|admin|auth/.test(url))).toEqual([])
})

/** Advances the clock, because the site map's counts are cached for a while. */
const passSomeTime = ({ clock }: Awaited<ReturnType<typeof setup>>['deps']) =>
  clock.set(new Date(clock().getTime() + 600_000))

test('a city is listed, with the services on offer there, once it has three sitters', async () => {
  const { app, db, deps } = await setup()
  const cityFilesNow = async () => {
    passSomeTime(deps)
    return addressesIn((await app.inject({ url: '/sitemap.xml' })).body).filter((url) => /cities/.test(url))
  }
  for (const person of [olga, sam, eve]) {
    expect(await cityFilesNow()).toEqual([])
    await buildSitter(db, person)
  }
  await db.deleteFrom('sitter_service').where('service', '=', 'boarding').execute()

  const files = await cityFilesNow()

  expect(files).toEqual([`${deps.site.url}/sitemaps/cities/2964574.xml`])
  expect(addressesIn((await app.inject({ url: '/sitemaps/cities/2964574.xml' })).body)).toEqual([
    `${deps.site.url}/pet-sitters/dublin-2964574`,
    `${deps.site.url}/pet-sitters/dublin-2964574/dog-walking`,
  ])
})

test('many cities are split into files of limited size, each city in exactly one', async () => {
  const { db, deps } = await setup()
  const first = await buildSitter(db, sam)
  await sql`
    insert into place (id, name, region, country, country_name, lat, lng, time_zone, population, search_full)
    select number, 'Town', '', 'IE', 'Ireland', 53, -6, 'Europe/Dublin', 0, '' from generate_series(1, 7) number`.execute(
    db,
  )
  await sql`
    insert into account (id, external_id, name, email, created_at, updated_at)
    select ('f0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'p' || number, 'P', number || '@example.org', now(), now()
    from generate_series(0, 20) number`.execute(db)
  await copySitter(db, first)
  await sql`
    update sitter set place_id = 1 + right(id::text, 2)::int / 3 where id::text like 'f0000000%'`.execute(db)
  await sql`
    insert into sitter_service select (jsonb_populate_record(one, jsonb_build_object('sitter_id', sitter.id))).*
    from sitter_service one, sitter where one.service = 'boarding' and sitter.id::text like 'f0000000%'`.execute(
    db,
  )

  // Each city has two pages, its own and one for its service: of seven cities, at most two fit into a file of five.
  const files = await cityFiles(deps, 5)
  const listed = await Promise.all(files.map((id) => citiesFrom(deps, id, 5)))

  expect(files).toEqual([1, 3, 5, 7])
  expect(listed.map((cities) => cities.map(({ id }) => id))).toEqual([[1, 2], [3, 4], [5, 6], [7]])
  expect(listed.flat().every(({ services }) => services.length === 1)).toBe(true)
  expect(await citiesFrom(deps, 8, 5)).toEqual([])
})

test('without sitters only the static pages are listed, and an invalid file name returns 404', async () => {
  const { app } = await setup()
  expect(addressesIn((await app.inject({ url: '/sitemap.xml' })).body)).toHaveLength(1)
  for (const file of [
    'sitters/soon.xml',
    'sitters/01890000-0000-7000-8000-000000000000',
    'cities/lisbon.xml',
  ])
    expect((await app.inject({ url: `/sitemaps/${file}` })).statusCode).toBe(404)
})

test('a file ends at its maximum number of sitters, across batches, and the next file continues there', async () => {
  const { db } = await setup()
  const first = await buildSitter(db, sam)
  await sql`
    insert into account (id, external_id, name, email, created_at, updated_at)
    select ('f0000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'p' || number, 'P', number || '@example.org', now(), now()
    from generate_series(1, 2500) number`.execute(db)
  await copySitter(db, first)
  const read = async (id: string) => {
    const ids: string[] = []
    for await (const sitters of publishedFrom(db, id, 2_100)) ids.push(...sitters.map((one) => one.id))
    return ids
  }

  const one = await read(first)
  const rest = await read(`f0000000-0000-7000-8000-${'2100'.padStart(12, '0')}`)

  expect(one).toHaveLength(2_100)
  expect(rest).toHaveLength(401)
  expect(new Set([...one, ...rest]).size).toBe(2_501)
})
