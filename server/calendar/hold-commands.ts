import { type DayUse, usesBeyond, usesOf, type Wanted } from '#server/calendar/capacity.ts'
import {
  type CalendarTerms,
  capacityFull,
  checkCapacity,
  countersOf,
  isOverCapacity,
  kindsOf,
  readCalendar,
  subtractHold,
  writeBusy,
} from '#server/calendar/commands.ts'
import * as store from '#server/calendar/store.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import { Problem } from '#server/kernel/problem.ts'
import { markDays } from '#server/search/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

type Change = Wanted & { id: string }

async function takenBy(tx: Tx, bookingId: string) {
  const taken = await store.findTaken(tx, bookingId)
  if (!taken) throw new Problem('booking-not-found')
  return { ...taken, ownerId: taken.owner_id }
}

/**
 * Holds the places that a change adds to those of the booking, or throws `capacity-full`. `wanted` is the changed
 * booking from a day on. The sitter must be locked.
 */
export async function holdCapacity(
  tx: Tx,
  sitter: CalendarTerms,
  wanted: Change,
  fromOn: string,
  now: Date,
): Promise<void> {
  const blocked = await checkCapacity(tx, sitter, wanted, wanted.id)
  if (blocked.length > 0) throw capacityFull(blocked)
  const taken = await takenBy(tx, wanted.id)
  const own = usesOf({ ...taken, units: taken.units.filter(({ on }) => on >= fromOn) })
  const added = usesBeyond(usesOf(wanted), own)
  const { settings, calendar } = await readCalendar(tx, sitter, wanted, null)
  try {
    await store.addUses(tx, sitter.id, countersOf(calendar, added))
    await store.deleteBusy(tx, wanted.id)
    await writeBusy(tx, sitter.id, wanted, [...taken.units, ...wanted.units], settings)
  } catch (error) {
    if (!isOverCapacity(error)) throw error
    throw capacityFull(added.map(({ on }) => ({ on, obstacle: 'full', free: 0 })))
  }
  await store.insertHold(tx, wanted.id, unitsOf(wanted, added))
  await markDays(
    tx,
    sitter.id,
    added.map(({ on }) => on),
    now,
  )
}

/** Assigns what each day takes in addition to the first unit of that day. */
function unitsOf({ units }: Wanted, added: readonly DayUse[]): store.HeldUnit[] {
  const left = new Map(added.map(({ on, used }) => [on, used]))
  return units.map((unit) => {
    const used = left.get(unit.on) ?? 0
    left.delete(unit.on)
    return { ...unit, used }
  })
}

/**
 * Turns the held places into the booking's own and releases what the change removes; nothing is checked again. The
 * sitter must be locked, and the booking not yet rewritten.
 */
export async function settleHold(tx: Tx, wanted: Change, fromOn: string, now: Date): Promise<void> {
  const taken = await takenBy(tx, wanted.id)
  const { sitter_id: sitterId, service } = taken
  const isAhead = ({ on }: { on: string }) => on >= fromOn
  const freed = usesBeyond(usesOf({ ...taken, units: taken.units.filter(isAhead) }), usesOf(wanted))
  await store.subtractUses(
    tx,
    sitterId,
    freed.flatMap(({ on, used }) => kindsOf(service).map((kind) => ({ on, kind, used }))),
  )
  await store.deleteHold(tx, wanted.id)
  const startedUnits = taken.units.filter((unit) => !isAhead(unit))
  await rewriteBusy(tx, sitterId, wanted, [...startedUnits, ...wanted.units])
  await markDays(
    tx,
    sitterId,
    freed.map(({ on }) => on),
    now,
  )
}

/** Releases the hold of a change that is not made; the booking keeps only its own places. */
export async function releaseHold(tx: Tx, bookingId: string, now: Date): Promise<void> {
  const taken = await takenBy(tx, bookingId)
  const wasHeld = await subtractHold(tx, bookingId, taken, now)
  if (wasHeld) await rewriteBusy(tx, taken.sitter_id, { ...taken, id: bookingId }, taken.units)
}

async function rewriteBusy(
  tx: Tx,
  sitterId: string,
  booking: Pick<Change, 'id' | 'service'>,
  units: Wanted['units'],
): Promise<void> {
  const { settings } = await currentSettings(tx)
  await store.deleteBusy(tx, booking.id)
  await writeBusy(tx, sitterId, booking, units, settings)
}
