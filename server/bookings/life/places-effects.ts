import type { Move, Outcome } from '#server/bookings/effect.ts'
import type { BookingRecord } from '#server/bookings/record/record.ts'
import { consumesCapacity } from '#server/bookings/record/status.ts'
import { releaseCapacity, takeCapacity } from '#server/calendar/commands.ts'
import { localOf } from '#server/kernel/day.ts'

export const capacityRequestOf = (record: BookingRecord) => ({
  service: record.service,
  ownerId: record.owner_id,
  pets: record.pets.length,
  units: record.units.map((unit) => ({
    on: unit.on_date,
    startsAt: unit.starts_at,
    endsAt: unit.ends_at,
  })),
})

/** Care by a friend takes no places, because friends have no capacity. */
export async function takePlaces({ deps, record, at }: Move): Promise<Outcome> {
  if (record.circle) return {}
  await takeCapacity(deps.db, record.sitter_id, { ...capacityRequestOf(record), id: record.id }, at)
  return {}
}

/** Frees the places from today on; places on past days stay recorded. */
export async function releaseUndelivered({ deps, record, at }: Move): Promise<Outcome> {
  if (record.circle || !consumesCapacity(record.status)) return {}
  await releaseCapacity(deps.db, record.id, at, { fromOn: localOf(at, record.time_zone).on })
  return {}
}
