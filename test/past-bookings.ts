import { addHours } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { buildPet } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'

export type PastBooking = {
  ownerId: string
  status?: 'completed' | 'closed' | 'expired' | 'cancelled'
  daysAgo?: number
  overall?: number
  species?: 'dog' | 'cat'
  answeredAfterHours?: number | null
  byOwner?: boolean
  isHidden?: boolean
  cancelledBySitter?: boolean
}

/** Inserts a past booking of one night, with its review. */
export async function buildPastBooking(db: Db, sitterId: string, past: PastBooking): Promise<string> {
  const { ownerId, status = 'completed', daysAgo = 10, overall, answeredAfterHours = 1 } = past
  const id = newId(now)
  const startsAt = addHours(now, -24 * daysAgo)
  const askedAt = addHours(startsAt, -72)
  const answeredAt = answeredAfterHours === null ? null : addHours(askedAt, answeredAfterHours)
  await db
    .insertInto('booking')
    .values({
      id,
      owner_id: ownerId,
      sitter_id: sitterId,
      service: 'boarding',
      status,
      start_on: startsAt.toISOString().slice(0, 10),
      start_time: '09:00',
      end_on: startsAt.toISOString().slice(0, 10),
      end_time: '21:00',
      time_zone: 'Europe/Dublin',
      starts_at: startsAt,
      ends_at: addHours(startsAt, 12),
      quote: '{}',
      terms: '{}',
      currency: 'EUR',
      total: 0,
      confirmed_at: status === 'expired' ? null : answeredAt,
      answered_at: answeredAt,
      cancelled_at: past.cancelledBySitter ? addHours(startsAt, -24) : null,
      cancelled_by: past.cancelledBySitter ? 'sitter' : null,
      created_at: askedAt,
      sent_at: askedAt,
      updated_at: now,
    })
    .execute()
  const pet = await buildPet(db, { accountId: ownerId }, { name: 'Pet', species: past.species ?? 'dog' })
  await db.insertInto('booking_pet').values({ booking_id: id, pet_id: pet }).execute()
  if (overall === undefined) return id
  await db
    .insertInto('review')
    .values({
      id: newId(now),
      booking_id: id,
      author: past.byOwner === false ? 'sitter' : 'owner',
      account_id: ownerId,
      sitter_id: sitterId,
      overall,
      ratings: JSON.stringify({ care: overall }),
      body: `Review of ${daysAgo} days ago.`,
      published_at: past.isHidden ? null : addHours(startsAt, 24),
      hidden_until: addHours(startsAt, 24),
      created_at: addHours(startsAt, 20),
    })
    .execute()
  return id
}
