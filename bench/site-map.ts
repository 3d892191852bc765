// The site map and the city counts with many sitters: time, and the server's memory before and after.
// npm run bench:site-map -- --sitters 200000
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDb } from '#server/kernel/db/db.ts'
import { importPlaces } from '#server/places/commands.ts'
import { testDeps } from '#test/build.ts'
import { openBenchmark } from './benchmark.ts'
import { formatInteger } from './measure.ts'
import { startServer } from './served.ts'
import { openBenchDatabase } from './fixture.ts'

const { values } = parseArgs({ options: { sitters: { type: 'string', default: '200000' } } })
const count = Number(values.sitters)
if (!(count >= 1)) throw new Error('Use --sitters with a whole number from 1.')

const { onEnd, runCase, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)
const bulk = openDb(database.url, { max: 1, bulk: true })
await importPlaces(testDeps(bulk))
await sql`
  insert into account (id, external_id, name, email, created_at, updated_at)
  select ('20000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 'b' || number, 'Sam', number || '@example.org', now(), now()
  from generate_series(1, ${count}::integer) number`.execute(bulk)
await sql`
  insert into sitter (id, account_id, name, status, headline, bio, place_id, country, lat, lng, public_lat, public_lng,
    time_zone, home, home_ceiling, one_household, visits_while_sitting, languages, skills, published_at, created_at, updated_at)
  select account.id, account.id, 'Sam', 'published', '', '', place.id, place.country, place.lat, place.lng, place.lat, place.lng,
    place.time_zone, '{}', 3, false, false, '{}', '{}', now(), now(), now()
  from account join (
    select *, row_number() over (order by population desc, id) as number from place
  ) place on place.number = 1 + right(account.id::text, 12)::bigint % 5000`.execute(bulk)
await sql`vacuum analyze account, sitter, place`.execute(bulk)
await bulk.destroy()

const { url, pid, stop } = await startServer(database.url)
onEnd(stop)
/** The current and peak memory of the server's process, in megabytes. */
async function memory(): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}
const describeMemory = ({ now, most }: { now: number; most: number }) =>
  `${formatInteger(now)} MB, at most ${formatInteger(most)} MB`

async function request(path: string): Promise<string> {
  const began = performance.now()
  const answer = await fetch(url + path)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${text}`)
  console.log(
    `${path}: ${formatInteger(performance.now() - began)} ms, ${formatInteger(text.length / 1024)} kB`,
  )
  return text
}
/** Returns the answer; empty if it could not be measured. */
const timed = (path: string): Promise<string> =>
  runCase(
    path,
    () => request(path),
    (reason) => {
      console.log(`${path}: not measured: ${reason}`)
      return ''
    },
  )
const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>[^<]*?(\/[a-z][^<]*)<\/loc>/g)].map(([, path]) => path!)

console.log(`${formatInteger(count)} sitters; the server has ${describeMemory(await memory())}`)
for (const _ of [1, 2]) {
  await timed('/v1/cities')
  await timed('/sitemap.xml')
}
const index = await timed('/sitemap.xml')
console.log(`the server has ${describeMemory(await memory())}`)
let pages = 0
for (const [, file] of index.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g))
  pages += addresses(await timed(file!)).length
console.log(`${formatInteger(pages)} pages listed; the server has ${describeMemory(await memory())}`)
await end()
