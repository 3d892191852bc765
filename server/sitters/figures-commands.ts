import { announce } from '#server/kernel/cache/changes.ts'
import { addDays, addMonths, instantOf, localOf } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { meetsTrust, nextTrust, responseOf, type Stars, type Trust } from '#server/reviews/reputation.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { lockSitter } from '#server/sitters/commands.ts'
import * as figures from '#server/sitters/figures-store.ts'
import { findSitter, type SitterRow, updateSitter } from '#server/sitters/store.ts'

const maxContacts = 100
const trustMonths = 6
const testEveryDays = 28

/** Recomputes all published figures of a sitter from bookings and reviews. */
export function refreshFigures(deps: Deps, sitterId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const row = await findSitter(deps.db, sitterId)
    if (!row) return
    const at = deps.now()
    const stars = await figures.findStars(deps.db, sitterId)
    const allTime = await figures.findClientCounts(deps.db, sitterId, null)
    const contacts = await figures.findContacts(deps.db, sitterId, maxContacts)
    const response = responseOf(contacts, at, row.time_zone)
    await updateSitter(deps.db, sitterId, {
      rating_sum: stars.sum,
      rating_count: stars.count,
      clients: allTime.clients,
      repeat_clients: allTime.repeatClients,
      completed_bookings: allTime.bookings,
      response_rate: response.rate,
      response_minutes: response.minutes,
      ...(await testTrust(deps.db, row, stars, response.rate, at)),
    })
    await announce(deps.db, 'sitter', sitterId)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
  })
}

/** The badge is granted at once, and lost when the second monthly test in a row fails. */
async function testTrust(tx: Tx, row: SitterRow, stars: Stars, responseRate: number | null, at: Date) {
  const today = localOf(at, row.time_zone).on
  const { settings } = await currentSettings(tx)
  const since = instantOf(addMonths(today, -trustMonths), '00:00', row.time_zone)
  const { clients, repeatClients } = await figures.findClientCounts(tx, row.id, since)
  const reliability = await figures.findReliability(tx, row.id, settings.record.sitterCancelDays)
  const met = meetsTrust({ clients, repeatClients, stars, responseRate, ...reliability })
  const isDue = row.trust_tested_on === null || row.trust_tested_on <= addDays(today, -testEveryDays)
  if (!met && !isDue) return {}
  const before: Trust = { trusted: row.trusted, misses: row.trust_misses }
  const { trusted, misses } = nextTrust(before, met)
  return { trusted, trust_misses: misses, trust_tested_on: today }
}

const batchSize = 500

/** Queues the monthly test of the badge. */
export async function queueTrustTests(deps: Deps): Promise<void> {
  const testedBefore = addDays(deps.now().toISOString().slice(0, 10), 1 - testEveryDays)
  let after: string | null = null
  do {
    const ids: string[] = await figures.listUntested(deps.db, { testedBefore, after, limit: batchSize })
    await ensureTransaction(deps, async (deps) => {
      for (const sitterId of ids) await deps.enqueue(deps.db, 'sitters.refresh-figures', { sitterId })
    })
    after = ids.length < batchSize ? null : ids.at(-1)!
  } while (after !== null)
}
