import type { Actor } from '#contract/codes.ts'
import {
  answerCase,
  appealCase,
  closeCases,
  openCaseOf,
  passOnCase,
  resolveCase,
  settleAbsence,
  splitMoney,
} from '#server/bookings/case-commands.ts'
import {
  applyChange,
  applyPaidChange,
  askChangePayment,
  endChange,
  writeChange,
} from '#server/bookings/change-commands.ts'
import { askCharge, dropCharge, keepCharge, noteFailedPayment } from '#server/bookings/charge-commands.ts'
import {
  type Broken,
  brokenRule,
  consumesCapacity,
  expiryOf,
  isLateCancellation,
  nextSystemEvent,
  rowFor,
  statusAfter,
  withCase,
} from '#server/bookings/booking.ts'
import {
  askPayment,
  capturePayment,
  type Change,
  countPromo,
  forgetRequest,
  giveTip,
  type Move,
  type MoveInput,
  type Outcome,
  refund,
  refundMore,
  releasePayout,
  returnPromo,
  voidPayment,
} from '#server/bookings/effects-commands.ts'
import { askTip, endTip, notePayReminder, noteUnpaid, takeTip } from '#server/bookings/extra-commands.ts'
import { moveRefusal } from '#server/bookings/move-refusal.ts'
import { settleVisit } from '#server/bookings/missed-commands.ts'
import { type EventRow, findParts } from '#server/bookings/parts-store.ts'
import { withParts } from '#server/bookings/record-commands.ts'
import { earnCredit } from '#server/bookings/referral-commands.ts'
import { lockRivals, type Rivals } from '#server/bookings/rival-store.ts'
import * as store from '#server/bookings/store.ts'
import { tell } from '#server/bookings/tell-commands.ts'
import type { Effect, Event } from '#server/bookings/transition.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { type BookingRecord, type EventPayload, factsOf, termsOfRow } from '#server/bookings/record-view.ts'
import { checkEach, releaseCapacity, takeCapacity } from '#server/calendar/commands.ts'
import { addHours, localOf } from '#server/calendar/day.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { tellLive } from '#server/kernel/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'

/** The booking until the end of the transaction; its sitter must be locked before. An impossible event is refused early. */
export async function lockRecord(tx: Tx, id: string, event?: Event): Promise<BookingRecord> {
  const [row, parts] = await Promise.all([store.lockBooking(tx, id), findParts(tx, [id])])
  if (!row) throw new Problem('booking-not-found')
  if (event && !statusAfter(event, row.status))
    throw notAllowed(event, transitions[event].by[0]!, row, { rule: 'status' })
  return { ...row, ...parts.get(row.id)! }
}

const notAllowed = (
  event: Event,
  by: Actor,
  { status, time_zone: timeZone }: Pick<BookingRecord, 'status' | 'time_zone'>,
  broken: Broken,
): Problem => new Problem('booking-action-not-allowed', moveRefusal(event, { by, status, timeZone }, broken))

/** Refuses what the table does not allow this side at this instant, of the booking or of one of its cases. */
export function allowMove(record: BookingRecord, event: Event, by: Actor, at: Date, caseId?: string): void {
  const broken = brokenRule(event, by, withCase(factsOf(record), caseId), at, termsOfRow(record).settings)
  if (broken) throw notAllowed(event, by, record, broken)
}

/** The booking as it is now, and when the clock has its next turn. */
export type Moved = { record: BookingRecord; dueAt: Date | null }

/**
 * Carries out one transition of the table: effects, status, history, jobs. The sitter and the booking must be locked,
 * for `accept` the owner between them, and `allowMove` must have agreed.
 */
export async function move(deps: Deps, tx: Tx, record: BookingRecord, input: MoveInput): Promise<Moved> {
  const { event, by, accountId, reason, note } = input
  const at = deps.now()
  const row = rowFor(event, record.payment_mode, costOf(record, input))
  const to = row.to[input.isNew ? 'new' : record.status]
  if (!to) throw notAllowed(event, by, record, { rule: 'status' })
  const payload: EventPayload = { ...(reason ? { reason } : {}), ...(note ? { note } : {}), ...input.more }
  const change: Change = {}
  const { effects, response } = row
  let rewritten = record
  for (const effect of effects) {
    const outcome = await carryOut[effect]({ deps, tx, record, input, to, at })
    Object.assign(change, outcome.change)
    Object.assign(payload, outcome.payload)
    if (outcome.record) rewritten = outcome.record
  }
  if (response === 'answered' && by === 'sitter') change.answered_at = record.answered_at ?? at
  if (to === 'declined' || to === 'withdrawn') change.reason = reason ?? null
  const facts = factsOf({ ...rewritten, ...change, status: to }, { event, at })
  const next = nextSystemEvent(facts, termsOfRow(rewritten).settings)
  const dueAt = next?.dueAt ?? null
  const { terms, ...columns } = change
  const page = {
    at,
    event,
    from_status: input.isNew ? null : record.status,
    to_status: to,
    by,
    account_id: accountId,
    payload,
  }
  const newRow = {
    ...columns,
    ...(terms ? { terms: JSON.stringify(terms) } : {}),
    ...(effects.includes('keep_version') ? { version: record.version } : {}),
    status: to,
    due_at: dueAt,
    updated_at: at,
  }
  // Only once it has moved do the calendar's own reads see the booking as one that takes places.
  const [moved, rivals] = await Promise.all([
    store.moveRow(tx, record, newRow, page),
    effects.includes('end_siblings') ? rivalsOf(tx, record) : undefined,
  ])
  if (!moved)
    throw new Problem('version-stale', { detail: 'The booking has just been changed. Read it again.' })
  const { row: movedRow, idx } = moved
  // What can happen again is told each time.
  await tell(deps, tx, movedRow, event, row, by, to === record.status && !input.isNew ? idx : undefined)
  const { id, owner_id: ownerId, sitter_account_id: sitterId } = record
  await tellLive(deps, tx, movedRow.sent_at ? [ownerId, sitterId] : [ownerId], {
    topic: 'booking',
    bookingId: id,
  })
  if (rivals) await endRivals(deps, tx, record, rivals)
  const entry = { ...page, payload: payload as EventRow['payload'], booking_id: record.id, idx }
  return { record: withMove(rewritten, movedRow, entry), dueAt }
}

/** What an acceptance, a request or a tip asks of the owner beyond what is paid, or will be. */
function costOf(record: BookingRecord, { event, amount }: MoveInput): number | undefined {
  const { change, total, charge_at: chargeAt } = record
  if (event === 'accept_change') return chargeAt ? 0 : change?.agreed.difference
  return event === 'request' ? total : amount
}

/** An effect that rewrites pets, days, change or cases has read them again; beside them there are the row and one more event. */
const withMove = (before: BookingRecord, row: store.MovedRow, entry: EventRow): BookingRecord => ({
  ...before,
  ...row,
  may_book_at_once: row.status === 'inquiry' && before.may_book_at_once,
  events: [...before.events, entry],
})

const carryOut: Record<Effect, (move: Move) => Outcome | Promise<Outcome>> = {
  // These happen where the booking is created or priced anew.
  freeze_terms: () => ({}),
  keep_version: () => ({}),
  reserve_promo: () => ({}),
  set_expiry: ({ record, to, at }) => ({
    change: { expires_at: expiryOf(to, at, record.starts_at, termsOfRow(record).settings) },
  }),
  note_sent: ({ record, at }) => ({ change: { sent_at: record.sent_at ?? at } }),
  count_promo: countPromo,
  return_promo: returnPromo,
  take_places: takePlaces,
  free_places: freeUndelivered,
  free_undelivered_places: freeUndelivered,
  // Happens once the booking itself has moved.
  end_siblings: () => ({}),
  void_payment: voidPayment,
  forget_request: forgetRequest,
  ask_payment: askPayment,
  note_failed_payment: noteFailedPayment,
  keep_charge: keepCharge,
  ask_charge: askCharge,
  drop_charge: dropCharge,
  capture_payment: capturePayment,
  refund,
  refund_more: refundMore,
  tip: giveTip,
  release: releasePayout,
  note_late_cancellation: ({ record, at }) => ({
    payload: {
      late: !record.circle && isLateCancellation(record.starts_at, at, termsOfRow(record).settings),
    },
  }),
  mark_arrival: ({ at, input }) => ({ change: { checked_in_at: input.arrivedAt ?? at } }),
  write_change: writeChange,
  apply_change: applyChange,
  ask_change_payment: askChangePayment,
  apply_paid_change: applyPaidChange,
  ask_tip: askTip,
  take_tip: takeTip,
  end_tip: endTip,
  note_unpaid_extra: noteUnpaid,
  note_pay_reminder: notePayReminder,
  end_change: endChange,
  open_case: openCaseOf,
  answer_case: answerCase,
  appeal_case: appealCase,
  pass_on_case: passOnCase,
  settle_absence: settleAbsence,
  settle_visit: settleVisit,
  resolve_case: resolveCase,
  split: splitMoney,
  close_case: closeCases,
  mark_end: ({ to, at }) => (to === 'completed' ? { change: { ended_at: at } } : {}),
  earn_credit: earnCredit,
}

const wantedBy = (record: BookingRecord) => ({
  service: record.service,
  ownerId: record.owner_id,
  pets: record.pets.length,
  units: record.units.map((unit) => ({
    on: unit.on_date,
    startsAt: unit.starts_at,
    endsAt: unit.ends_at,
  })),
})

/** A friend has no places to count. */
async function takePlaces({ tx, record, at }: Move): Promise<Outcome> {
  if (record.circle) return {}
  await takeCapacity(tx, record.sitter_id, { ...wantedBy(record), id: record.id }, at)
  return {}
}

/** What is past stays in the books; from today on the days are free again. */
async function freeUndelivered({ tx, record, at }: Move): Promise<Outcome> {
  if (record.circle || !consumesCapacity(record.status)) return {}
  await releaseCapacity(tx, record.id, at, { fromOn: localOf(at, record.time_zone).on })
  return {}
}

const neighbouringHours = 24

const rivalsOf = (tx: Tx, record: BookingRecord): Promise<Rivals> =>
  lockRivals(
    tx,
    record,
    addHours(record.starts_at, -neighbouringHours),
    addHours(record.ends_at, neighbouringHours),
  )

/** A pet is in one place at a time, and what no longer fits need not wait for an answer. */
async function endRivals(
  deps: Deps,
  tx: Tx,
  record: BookingRecord,
  { siblings, others }: Rivals,
): Promise<void> {
  for (const sibling of await withParts(tx, siblings))
    await move(deps, tx, sibling, {
      event: 'withdraw',
      by: 'system',
      accountId: null,
      reason: 'booked elsewhere',
    })
  const paid = others.filter(({ circle }) => !circle)
  if (paid.length === 0) return
  const sitter = (await sitterForBooking(tx, record.sitter_id))!
  const rivals = await withParts(tx, paid)
  const conflicts = await checkEach(tx, sitter, rivals.map(wantedBy))
  for (const [index, rival] of rivals.entries())
    if (conflicts[index]!.length > 0)
      await move(deps, tx, rival, {
        event: 'decline',
        by: 'system',
        accountId: null,
        reason: 'the days are full',
      })
}
