import type { Duty } from '#contract/care/report-cards.ts'
import { type BookingStatus, isStay, type Party, type Service, type UpdateRhythm } from '#contract/codes.ts'
import { findRhythms } from '#server/bookings/care/rhythm-store.ts'
import { usualRhythm } from '#server/bookings/care/rhythm.ts'
import { findDutyIds } from '#server/bookings/care/store.ts'
import { isSubjectFree } from '#server/bookings/case/case.ts'
import { factsOf } from '#server/bookings/facts.ts'
import { lockRecord, move } from '#server/bookings/life/commands.ts'
import { brokenRule, mayMove } from '#server/bookings/life/rule.ts'
import { heldOf } from '#server/bookings/money/payout.ts'
import { recordOf, withParts } from '#server/bookings/record/commands.ts'
import { type BookingRecord, partyIn, payableFrom, termsOfRow } from '#server/bookings/record/record.ts'
import { showsContacts } from '#server/bookings/record/status.ts'
import * as store from '#server/bookings/record/store.ts'
import { viewBooking } from '#server/bookings/view.ts'
import type { Db, InTx } from '#server/kernel/db/db.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'

/** A booking with the fields that the care pages need. */
export type CareBooking = {
  id: string
  party: Party
  status: BookingStatus
  service: Service
  timeZone: string
  startsAt: Date
  /** The actual end, or the planned one. */
  endsAt: Date
  ownerId: string
  ownerName: string
  sitterAccountId: string
  sitterName: string
  /** The owner’s telephone number, while the two sides may see each other’s. */
  ownerPhone: string | null
  units: { on: string; startsAt: Date; endsAt: Date; minutes: number; net: number; petIds: string[] }[]
  petIds: string[]
  money: { subtotal: number; ownerFee: number; held: number }
  /** The owner may open a case about the care now. */
  claimable: boolean
  shown: Duty['booking']
}

type Rhythms = ReadonlyMap<string, UpdateRhythm>

function viewForCare(record: BookingRecord, accountId: string, at: Date, rhythms: Rhythms): CareBooking {
  const party = partyIn(record, accountId)
  const { nets, settings } = termsOfRow(record)
  const facts = factsOf(record)
  const now = record.pets.map(({ id }) => id)
  return {
    id: record.id,
    party,
    status: record.status,
    service: record.service,
    timeZone: record.time_zone,
    startsAt: record.starts_at,
    endsAt: record.ended_at ?? record.ends_at,
    ownerId: record.owner_id,
    ownerName: record.owner_name,
    sitterAccountId: record.sitter_account_id,
    sitterName: record.sitter_name,
    ownerPhone: showsContacts(record.status) ? record.owner_phone_number : null,
    units: record.units.map((unit, index) => ({
      on: unit.on_date,
      startsAt: unit.starts_at,
      endsAt: unit.ends_at,
      minutes: unit.minutes,
      net: nets[index]!,
      petIds: unit.pet_ids ?? now,
    })),
    petIds: [...new Set([...now, ...record.units.flatMap((unit) => unit.pet_ids ?? [])])],
    money: {
      subtotal: record.quote.subtotal,
      ownerFee: record.quote.ownerFee,
      held: heldOf(payableFrom(record)),
    },
    claimable:
      party === 'owner' &&
      !isStay(record.service) &&
      mayMove('open_case', 'owner', facts, at, settings) &&
      isSubjectFree('care', facts.cases, 'owner', at, settings),
    shown: {
      ...showForCare(record, accountId, at),
      rhythm: rhythms.get(record.id) ?? usualRhythm(record.service),
    },
  }
}

function showForCare(record: BookingRecord, accountId: string, at: Date): Omit<Duty['booking'], 'rhythm'> {
  const { id, number, status, version, service, role, owner, sitter, pets, ...rest } = viewBooking(
    record,
    accountId,
    at,
    // Cases are not shown here.
    () => [],
  )
  const { startOn, startTime, endOn, endTime, startsAt, endsAt, timeZone, quote } = rest
  const days = { startOn, startTime, endOn, endTime, startsAt, endsAt, timeZone }
  return {
    id,
    number,
    status,
    version,
    service,
    role,
    owner,
    sitter,
    pets,
    ...days,
    currency: quote.currency,
  }
}

/** Returns the booking to its two sides. Everybody else gets the same answer as for a booking that does not exist. */
export async function bookingForCare(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { accountId }: Viewer,
  id: string,
): Promise<CareBooking> {
  partyIn(await store.findPartiesOf(db, id), accountId)
  return viewForCare(await recordOf(db, id), accountId, now(), await findRhythms(db, [id]))
}

/** Like `bookingForCare`, but locked, so that concurrent reports are serialised. */
export async function lockForCare(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  { accountId }: Viewer,
  id: string,
): Promise<CareBooking> {
  const [parties, record] = await Promise.all([store.lockSitterOf(db, id), lockRecord(db, id)])
  partyIn(parties, accountId)
  return viewForCare(record, accountId, now(), await findRhythms(db, [id]))
}

const most = 50

/** Returns the sitter's current bookings: running, starting soon, or just over. */
export async function dutiesOf(db: Db, accountId: string, at: Date): Promise<CareBooking[]> {
  const ids = await findDutyIds(db, accountId, at, most)
  const records = await withParts(db, await store.findBookings(db, ids))
  const rhythms = await findRhythms(db, ids)
  return records
    .map((record) => viewForCare(record, accountId, at, rhythms))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

type CardEvent = { event: 'check_in' | 'check_out'; happenedAt: Date }

/**
 * Moves the booking as the report card's arrival or last departure implies, if that was possible at the time it
 * happened and has not happened otherwise since. The booking must be locked.
 */
export async function applyCardEvent(
  deps: TxDeps,
  { accountId }: Viewer,
  id: string,
  { event, happenedAt }: CardEvent,
): Promise<void> {
  const record = await recordOf(deps.db, id)
  const { settings } = termsOfRow(record)
  if (brokenRule(event, 'sitter', factsOf(record), happenedAt, settings)) return
  await move(deps, record, {
    event,
    by: 'sitter',
    accountId,
    ...(event === 'check_in' ? { arrivedAt: happenedAt } : {}),
  })
}
