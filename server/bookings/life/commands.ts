import type { Actor } from '#contract/codes.ts'
import type { Change, Move, MoveInput } from '#server/bookings/effect.ts'
import { effectHandlers } from '#server/bookings/effects.ts'
import { factsOf } from '#server/bookings/facts.ts'
import { capacityRequestOf } from '#server/bookings/life/places-effects.ts'
import { moveRefusal } from '#server/bookings/life/refusal.ts'
import { lockRivals, type Rivals } from '#server/bookings/life/rival-store.ts'
import {
  type BrokenRule,
  brokenRule,
  nextSystemEvent,
  rowFor,
  statusAfter,
  withCase,
} from '#server/bookings/life/rule.ts'
import { queueEventJobs } from '#server/bookings/life/event-job-commands.ts'
import type { Event, Transition } from '#server/bookings/life/transition.ts'
import { withParts } from '#server/bookings/record/commands.ts'
import { type EventRow, findParts } from '#server/bookings/record/parts-store.ts'
import { type BookingRecord, type EventPayload, termsOfRow } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { checkEach } from '#server/calendar/commands.ts'
import { addHours } from '#server/kernel/day.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { sitterForBooking } from '#server/sitters/commands.ts'
import { queueBookingEvent } from '#server/webhooks/commands.ts'

/**
 * Locks the booking until the end of the transaction; its sitter must be locked first. Refuses an impossible event
 * early.
 */
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
  broken: BrokenRule,
): Problem => new Problem('booking-action-not-allowed', moveRefusal(event, { by, status, timeZone }, broken))

/**
 * Refuses an event that the table does not allow this side at this instant, for the booking or for one of its cases.
 */
export function allowMove(record: BookingRecord, event: Event, by: Actor, at: Date, caseId?: string): void {
  const broken = brokenRule(event, by, withCase(factsOf(record), caseId), at, termsOfRow(record).settings)
  if (broken) throw notAllowed(event, by, record, broken)
}

/** The booking after the event, and when its next system event is due. */
export type Moved = { record: BookingRecord; dueAt: Date | null }

/**
 * Carries out one transition of the table: effects, status, history, jobs. The sitter and the booking must be locked
 * (for `accept` the owner too, between the two), and `allowMove` must have passed.
 */
export async function move(deps: TxDeps, record: BookingRecord, input: MoveInput): Promise<Moved> {
  const { event, by, accountId } = input
  const at = deps.now()
  const row = rowFor(event, record.payment_mode, costOf(record, input))
  const from = input.isNew ? null : record.status
  const to = row.to[from ?? 'new']
  if (!to) throw notAllowed(event, by, record, { rule: 'status' })
  const { change, payload, rewritten } = await carryOutAll(row, { deps, record, input, to, at })
  const facts = factsOf({ ...rewritten, ...change, status: to }, { event, at })
  const dueAt = nextSystemEvent(facts, termsOfRow(rewritten).settings)?.dueAt ?? null
  const eventColumns = {
    at,
    event,
    from_status: from,
    to_status: to,
    by,
    account_id: accountId,
    payload,
  }
  const newRow = { ...columnsOf(change, row, record), status: to, due_at: dueAt, updated_at: at }
  // The row must be updated first: the calendar's queries count only bookings whose status takes up a place.
  const [moved, rivals] = await Promise.all([
    store.moveRow(deps.db, record, newRow, eventColumns),
    row.effects.includes('end_siblings') ? rivalsOf(deps.db, record) : undefined,
  ])
  if (!moved)
    throw new Problem('version-stale', { detail: 'The booking has just been changed. Read it again.' })
  const { row: movedRow, idx } = moved
  const { id, owner_id: ownerId, sitter_account_id: sitterId } = record
  const accountIds = movedRow.sent_at ? [ownerId, sitterId] : [ownerId]
  await Promise.all([
    // An event that leaves the status unchanged can recur, so each occurrence is notified under its history index.
    queueEventJobs(deps, movedRow, event, row, by, to === from ? idx : undefined),
    queueBookingEvent(deps, movedRow, { event, accountIds }),
  ])
  await notifyLive(deps, accountIds, { topic: 'booking', bookingId: id })
  if (rivals) await endRivals(deps, record, rivals)
  const entry = { ...eventColumns, payload: payload as EventRow['payload'], booking_id: record.id, idx }
  return { record: withMove(rewritten, movedRow, entry), dueAt }
}

/**
 * Carries out the effects in the order of the row. Returns what they write, with the time of an answer and the reason
 * of a refusal.
 */
async function carryOutAll(
  { effects, response }: Transition,
  step: Move,
): Promise<{ change: Change; payload: EventPayload; rewritten: BookingRecord }> {
  const { record, to, at } = step
  const { by, reason, note, more } = step.input
  const payload: EventPayload = { ...(reason ? { reason } : {}), ...(note ? { note } : {}), ...more }
  const change: Change = {}
  let rewritten = record
  for (const effect of effects) {
    const outcome = await effectHandlers[effect](step)
    Object.assign(change, outcome.change)
    Object.assign(payload, outcome.payload)
    if (outcome.record) rewritten = outcome.record
  }
  if (response === 'answered' && by === 'sitter') change.answered_at = record.answered_at ?? at
  if (to === 'declined' || to === 'withdrawn') change.reason = reason ?? null
  return { change, payload, rewritten }
}

/** Returns the columns of the booking that the effects have changed. */
const columnsOf = (
  { terms, ...columns }: Change,
  { effects }: Transition,
  { version }: Pick<BookingRecord, 'version'>,
) => ({
  ...columns,
  ...(terms ? { terms: JSON.stringify(terms) } : {}),
  ...(effects.includes('keep_version') ? { version } : {}),
})

/** The amount the event requires from the owner on top of what is paid or will be charged later. */
function costOf(record: BookingRecord, { event, amount }: MoveInput): number | undefined {
  const { change, total, charge_at: chargeAt } = record
  const { costs } = transitions[event]
  if (costs === 'change') return chargeAt ? 0 : change?.agreed.difference
  return costs === 'total' ? total : amount
}

/**
 * Merges the moved row and the new event into the record. Effects that rewrite pets, units, change or cases have
 * already read those again.
 */
const withMove = (before: BookingRecord, row: store.MovedRow, entry: EventRow): BookingRecord => ({
  ...before,
  ...row,
  may_book_at_once: row.status === 'inquiry' && before.may_book_at_once,
  events: [...before.events, entry],
})

const neighbouringHours = 24

const rivalsOf = (tx: Tx, record: BookingRecord): Promise<Rivals> =>
  lockRivals(
    tx,
    record,
    addHours(record.starts_at, -neighbouringHours),
    addHours(record.ends_at, neighbouringHours),
  )

/**
 * Ends the open requests that this confirmation rules out: the owner's requests for the same pets at the same time,
 * and requests to the same sitter that no longer fit into the calendar.
 */
async function endRivals(deps: TxDeps, record: BookingRecord, { siblings, others }: Rivals): Promise<void> {
  for (const sibling of await withParts(deps.db, siblings))
    await move(deps, sibling, {
      event: 'withdraw',
      by: 'system',
      accountId: null,
      reason: 'booked elsewhere',
    })
  const paid = others.filter(({ circle }) => !circle)
  if (paid.length === 0) return
  const sitter = (await sitterForBooking(deps.db, record.sitter_id))!
  const rivals = await withParts(deps.db, paid)
  const conflicts = await checkEach(deps.db, sitter, rivals.map(capacityRequestOf))
  for (const [index, rival] of rivals.entries())
    if (conflicts[index]!.length > 0)
      await move(deps, rival, {
        event: 'decline',
        by: 'system',
        accountId: null,
        reason: 'the days are full',
      })
}
