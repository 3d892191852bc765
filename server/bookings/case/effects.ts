import type { Actor, CaseKind, ExtenuatingReason } from '#contract/codes.ts'
import {
  afterWorkingDays,
  caseAfter,
  type CaseEvent,
  holdsPayout,
  isOpen,
  isSubjectFree,
} from '#server/bookings/case/case.ts'
import type { CaseInput } from '#server/bookings/case/input.ts'
import { missableVisits } from '#server/bookings/case/missed.ts'
import * as cases from '#server/bookings/case/store.ts'
import { caseKindWords } from '#server/bookings/case/subject.ts'
import type { Change, Move, Outcome } from '#server/bookings/effect.ts'
import { factsOf } from '#server/bookings/facts.ts'
import { heldOf } from '#server/bookings/money/payout.ts'
import { type RefundParty, refundAt } from '#server/bookings/money/refund.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import {
  type BookingRecord,
  payableFrom,
  refundableFrom,
  termsOfRow,
} from '#server/bookings/record/record.ts'
import { aboveHeld, refundAmount } from '#server/bookings/refund/effects.ts'
import { attachFiles } from '#server/files/commands.ts'
import { addHours, earliest } from '#server/kernel/day.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { instantInWords } from '#server/kernel/words.ts'

const unseen: CaseInput = {
  kind: 'not_checked_in',
  words: 'Nobody checked in or out of any of these. Please tell us what happened.',
}

/**
 * Opens a case: the other side is asked, the sitter's money is held if it is not released yet, and the operator gets
 * a deadline.
 */
export async function openCaseOf(move: Move): Promise<Outcome> {
  const { deps, record, input, at } = move
  const {
    kind = 'other',
    words,
    contacted = null,
    asked: requestedRefund = null,
    visitAt = null,
  } = input.dispute ?? unseen
  const { settings } = termsOfRow(record)
  if (input.by === 'operator') throw new Error('Operators decide cases but cannot open them')
  if (visitAt) allowReport(record, visitAt, input.by, at)
  else allowSubject(record, kind, input.by, at)
  const id = newId(at)
  const photoIds = await attachPhotos(move, id)
  const answerHours = contacted === null ? settings.case.replyHours : settings.case.noShowHours
  await cases.insertCase(deps.db, {
    id,
    booking_id: record.id,
    kind,
    status: 'awaiting_party',
    opened_by: input.by,
    opened_at: at,
    words,
    contacted,
    photo_ids: photoIds,
    visit_at: visitAt,
    asked: input.by === 'owner' ? requestedRefund : null,
    holds: holdsPayout(earliest(record.ends_at, record.ended_at ?? record.ends_at), at, settings),
    answer_by: addHours(at, answerHours),
    decide_by: afterWorkingDays(at, settings.case.decideWorkingDays, record.time_zone),
  })
  return { payload: { note: words, caseId: id }, record: await recordOf(deps.db, record.id) }
}

function allowReport(record: BookingRecord, visitAt: Date, by: Actor, at: Date): void {
  const missable = missableVisits(factsOf(record), by, at, termsOfRow(record).settings)
  if (!missable.some(({ startsAt }) => startsAt.getTime() === visitAt.getTime()))
    throw new Problem('booking-action-not-allowed', {
      detail: `None that starts on ${instantInWords(visitAt, record.time_zone)} can be reported now. Read the booking again; in its "visits", "reportable" says which can.`,
      event: 'report_missed',
      bookingStatus: record.status,
      rule: 'visit_missable',
      visitAt: visitAt.toISOString(),
    })
}

function allowSubject(record: BookingRecord, kind: CaseKind, by: Actor, at: Date): void {
  if (!isSubjectFree(kind, factsOf(record).cases, by, at, termsOfRow(record).settings))
    throw new Problem('booking-action-not-allowed', {
      detail: `There is already a case about this (${caseKindWords[kind]}). Answer it, appeal against its decision, or choose another subject from "caseSubjects".`,
      event: 'open_case',
      bookingStatus: record.status,
      rule: 'subject_free',
      kind,
    })
}

/** Attaches the actor's pictures to the case. */
async function attachPhotos({ deps, input }: Move, caseId: string): Promise<string[]> {
  const { accountId, dispute } = input
  const photoIds = [...(dispute?.photoIds ?? [])]
  if (photoIds.length > 0 && accountId)
    await attachFiles(deps, { accountId }, { fileIds: photoIds, kind: 'evidence', subjectId: caseId })
  return photoIds
}

const wordsOf = ({ input, record }: Move): string => {
  if (!input.dispute) throw new Error(`${input.event} of the booking ${record.id} says nothing`)
  return input.dispute.words
}

/** The case that the event is about. */
export function caseOf({ record, input }: Move) {
  const caseId = input.dispute?.caseId
  const one = record.cases.find(({ id }) => id === caseId)
  if (!one) throw new Error(`${input.event} of the booking ${record.id} is about none of its cases`)
  return one
}

/** Carries out one step of a case; the history records the case's id. */
export async function step(
  { deps, record }: Move,
  { id, status }: Pick<CaseRow, 'id' | 'status'>,
  event: CaseEvent,
  change: Parameters<typeof cases.updateCase>[2],
): Promise<{ record: BookingRecord; payload: { caseId: string } }> {
  await cases.updateCase(deps.db, id, { ...change, status: caseAfter(event, status) })
  return { record: await recordOf(deps.db, record.id), payload: { caseId: id } }
}

export async function answerCase(move: Move): Promise<Outcome> {
  const answer = wordsOf(move)
  const one = caseOf(move)
  const photoIds = await attachPhotos(move, one.id)
  const change = { answer, answer_photo_ids: photoIds, answered_at: move.at }
  const answered = await step(move, one, 'answer', change)
  return { ...answered, payload: { ...answered.payload, note: answer } }
}

export const passOnCase = (move: Move): Promise<Outcome> => step(move, caseOf(move), 'pass_on', {})

export async function appealCase(move: Move): Promise<Outcome> {
  const { record, input, at } = move
  if (input.by !== 'owner' && input.by !== 'sitter') throw new Error('Only the two sides appeal')
  const appeal = wordsOf(move)
  const { settings } = termsOfRow(record)
  const one = caseOf(move)
  const appealed = await step(move, one, 'appeal', {
    appeal,
    appeal_photo_ids: await attachPhotos(move, one.id),
    appealed_by: input.by,
    appealed_at: at,
    decide_by: afterWorkingDays(at, settings.case.decideWorkingDays, record.time_zone),
  })
  return { ...appealed, payload: { ...appealed.payload, note: appeal } }
}

/** Refunds `amount` from what is held, and refuses more with the limit. */
export async function refundFromHeld(move: Move, amount: number): Promise<Change> {
  const most = heldOf(payableFrom(move.record))
  if (amount > most) throw aboveHeld(move.record, amount, most)
  return amount === 0 ? {} : refundAmount(move, amount)
}

export const resolved = (by: 'operator' | 'system', at: Date, refund: number, statement: string) => ({
  refund,
  statement,
  resolved_by: by,
  resolved_at: at,
})

/** The operator's split of what is held. A running booking continues unless it is ended (`cancel_by_operator`). */
export async function resolveCase(move: Move): Promise<Outcome> {
  const statement = wordsOf(move)
  const one = caseOf(move)
  const amount = move.input.dispute?.refund ?? 0
  const change = await refundFromHeld(move, amount)
  const decided = await step(
    move,
    one,
    'resolve',
    resolved('operator', move.at, (one.refund ?? 0) + amount, statement),
  )
  return { ...decided, change, payload: { ...decided.payload, amount, note: statement } }
}

const extenuatingWords: Record<ExtenuatingReason, string> = {
  disaster: 'A natural disaster',
  home_damage: 'Severe damage to the home',
  government: 'An obligation by the authorities',
  illness: 'A serious illness',
  death: 'A death',
}

const amountOfSplit = ({ record, input }: Move): number =>
  input.dispute?.extenuating ? heldOf(payableFrom(record)) : (input.dispute?.refund ?? 0)

/** Ends the booking by the operator's decision: a free split, or a full refund in extenuating circumstances. */
export async function splitMoney(move: Move): Promise<Outcome> {
  const { input, at } = move
  const { extenuating } = input.dispute ?? {}
  const amount = amountOfSplit(move)
  const reason = [extenuating ? extenuatingWords[extenuating] : null, wordsOf(move)]
    .filter(Boolean)
    .join('. ')
  return {
    change: { ...(await refundFromHeld(move, amount)), cancelled_at: at, cancelled_by: 'operator', reason },
    payload: { amount, reason },
  }
}

/** Resolves the open cases of a booking that an operator ends. The refund is recorded in the first of them. */
export async function closeCases(move: Move): Promise<Outcome> {
  const open = move.record.cases.filter(isOpen)
  for (const [index, one] of open.entries()) {
    const amount = (one.refund ?? 0) + (index === 0 ? amountOfSplit(move) : 0)
    const change = resolved('operator', move.at, amount, wordsOf(move))
    await cases.updateCase(move.deps.db, one.id, { ...change, status: caseAfter('resolve', one.status) })
  }
  return open.length === 0 ? {} : { record: await recordOf(move.deps.db, move.record.id) }
}

/**
 * Rules section 7 (11): an absent owner counts as having cancelled at the start; an absent sitter refunds everything.
 */
export async function settleAbsence(move: Move): Promise<Outcome> {
  const { record, at } = move
  const one = caseOf(move)
  const reporter = one.opened_by
  const absent: RefundParty = reporter === 'owner' ? 'sitter' : 'owner'
  const { total, promotion, sitterKeeps, rule } = refundAt(refundableFrom(record), record.starts_at, absent)
  const statement =
    absent === 'sitter'
      ? `${record.sitter_name} was reported as not there and did not answer. Everything is refunded.`
      : `${record.owner_name} was reported as not there and did not answer. It counts as cancelled at the start. ${rule}`
  const change = await refundAmount(move, total + promotion)
  const decided = await step(move, one, 'resolve', resolved('system', at, total + promotion, statement))
  return {
    record: decided.record,
    change: { ...change, cancelled_at: record.starts_at, cancelled_by: absent, reason: statement },
    payload: {
      ...decided.payload,
      reason: statement,
      refund: { total, sitterKeeps, rule },
      late: absent === 'sitter',
    },
  }
}
