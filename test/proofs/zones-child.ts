// Prints as JSON what one server answers about bookings around unusual days of clocks and calendars.
import { sql } from 'kysely'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import { addDays, addHours, instantOf } from '#server/kernel/day.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { actorsOf, buildPet, buildSitter } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { longStays, stays, zones } from './zones-plan.ts'

const [databaseUrl, form] = process.argv.slice(2)
const db = openDb(databaseUrl!, { max: 4 })
const deps = testDeps(db)
const { quote, request, act, show } = actorsOf(deps)
await buildPlaces(db)
await buildAccounts(db, olga)
const rex = await buildPet(db, olga, { name: 'Rex' })

/** Removes random ids and hashes from an answer, which differ between runs; keeps times and amounts. */
const withoutRandomValues = (answer: object): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      /^(quoteHash|previewHash|number|qrId)$|[iI]d$|^etag$/.test(name) ? undefined : value,
    ),
  )

const answers: Record<string, unknown> = {}
/** The same instants computed from the machine's own time zone. */
const naive: Record<string, string> = {}

for (const [index, timeZone] of zones.entries()) {
  const sitter = {
    ...olga,
    uid: `uid-${index}`,
    name: `Sitter ${index}`,
    email: `sitter-${index}@example.org`,
    accountId: `0c000000-0000-7000-8000-00000000000${index}`,
  }
  await buildAccounts(db, sitter)
  const sitterId = await buildSitter(db, sitter)
  await sql`update sitter set time_zone = ${timeZone} where id = ${sitterId}`.execute(db)
  for (const startOn of form === 'long' ? longStays : stays) {
    const endOn = addDays(startOn, 3)
    const drafts: Record<string, BookingDraftInput> = {
      boarding: { sitterId, service: 'boarding', startOn, startTime: '15:00', endOn, petIds: [rex] },
      dog_walking: {
        sitterId,
        service: 'dog_walking',
        visits: [startOn, addDays(startOn, 1), addDays(startOn, 2)].map((on) => ({ on, time: '02:15' })),
        petIds: [rex],
      },
    }
    naive[startOn] = new Date(`${startOn}T15:00:00`).toISOString()
    for (const [service, draft] of Object.entries(drafts)) {
      const startsAt = instantOf(startOn, '15:00', timeZone)
      deps.clock.set(addHours(startsAt, -10 * 24))
      const quoted = await quote(olga, draft)
      const asked = await request(olga, draft)
      const confirmed = await act(sitter, asked, 'accept')
      deps.clock.set(addHours(startsAt, -40))
      const before = await show(olga, confirmed)
      const cancelled = await act(olga, confirmed, 'cancel')
      answers[`${timeZone} ${startOn} ${service}`] = withoutRandomValues({ quoted, asked, before, cancelled })
    }
  }
}
await db.destroy()
process.stdout.write(JSON.stringify({ answers, naive }))
