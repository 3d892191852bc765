import { z } from 'zod'
import { declineReasons, openCaseKinds } from '#contract/codes.ts'
import { maxEvidenceFiles } from '#contract/files/codes.ts'
import { Amount, Id, Instant, text } from '#contract/values.ts'
import { changeShape, daysShape } from './parts.ts'

const move = { id: Id, version: z.int() }
/** Pictures of the kind `evidence`, visible to the two people and to operators. */
const evidence = { photoIds: z.array(Id).max(maxEvidenceFiles).default([]) }
const note = text(2000).nullable().default(null)
/** Rounds to two decimals, so that a more precise position is never passed on. */
const roundCoarsely = (degrees: number): number => Math.round(degrees * 100) / 100
const degrees = (most: number) => {
  const words = `Send degrees from -${most} to ${most}`
  return z.number(words).min(-most, words).max(most, words).transform(roundCoarsely)
}
/** A position in degrees of WGS 84, rounded to two decimals (about a kilometre). */
const CoarsePosition = z.strictObject({ lat: degrees(90), lng: degrees(180) })
/** Omitted days stay as they are. */
const priced = { ...move, ...daysShape, quoteHash: z.string().max(100) }

/** One event sent by a person, with its payload. */
export const BookingStep = z.discriminatedUnion('event', [
  /** Turns a question into a request, or with `instant_book` into a booking. */
  z.strictObject({ ...priced, event: z.literal('request') }),
  z.strictObject({ ...priced, event: z.literal('instant_book') }),
  z.strictObject({ ...move, event: z.literal('withdraw') }),
  z.strictObject({ ...move, event: z.literal('accept') }),
  /** Offers other days, a discount on the subtotal, or both, at the price of `calculate-offer`. */
  z.strictObject({ ...priced, event: z.literal('offer'), discount: Amount.min(0).default(0), note }),
  z.strictObject({ ...move, event: z.literal('accept_offer') }),
  z.strictObject({
    ...move,
    event: z.literal('decline'),
    reason: z.enum(declineReasons).default('other'),
    note,
  }),
  /**
   * `previewHash` is that of the displayed refund; if the refund has changed since, the event is refused with the new
   * one.
   */
  z.strictObject({
    ...move,
    event: z.literal('cancel'),
    reason: note,
    previewHash: z.string().max(100).optional(),
  }),
  z.strictObject({
    ...move,
    event: z.literal('end_early'),
    reason: note,
    previewHash: z.string().max(100).optional(),
  }),
  z.strictObject({ ...move, event: z.literal('cancel_by_sitter'), reason: text(2000, 3) }),
  /**
   * `location` is the sitter's position, if the sitter agrees to share it: rounded to about a kilometre and shown only
   * to the two sides.
   */
  z.strictObject({ ...move, event: z.literal('check_in'), note, location: CoarsePosition.optional() }),
  z.strictObject({ ...move, event: z.literal('check_out'), note }),
  /** Refunds an amount beyond the rules, at most `waivable`. */
  z.strictObject({ ...move, event: z.literal('waive'), amount: Amount.min(1), note }),
  z.strictObject({ ...move, event: z.literal('tip'), amount: Amount.min(100).max(500_00), note }),
  /** The complete booking after the change, with the `changeHash` of the displayed preview. */
  z.strictObject({
    ...move,
    event: z.literal('propose_change'),
    ...changeShape,
    changeHash: z.string().max(100),
    note,
  }),
  z.strictObject({ ...move, event: z.literal('accept_change') }),
  z.strictObject({ ...move, event: z.literal('decline_change'), note }),
  z.strictObject({ ...move, event: z.literal('withdraw_change') }),
  /** `contacted` states how the reporter tried to reach the other side. */
  z.strictObject({
    ...move,
    event: z.literal('report_no_show'),
    words: text(2000, 10),
    contacted: text(500, 3),
    ...evidence,
  }),
  /** Reports one of several visits: `visitAt` is the start of a visit that is `reportable`. */
  z.strictObject({
    ...move,
    event: z.literal('report_missed'),
    visitAt: Instant,
    words: text(2000, 10),
    contacted: text(500, 3),
    ...evidence,
  }),
  /** `kind` is one of the booking's `caseSubjects`; `asked` is the refund that the owner asks for. */
  z.strictObject({
    ...move,
    event: z.literal('open_case'),
    kind: z.enum(openCaseKinds),
    words: text(4000, 20),
    asked: Amount.min(1).nullable().default(null),
    ...evidence,
  }),
  /** `caseId` is one that the booking's `actions` list for this event. */
  z.strictObject({
    ...move,
    event: z.literal('answer_case'),
    caseId: Id,
    words: text(4000, 10),
    ...evidence,
  }),
  z.strictObject({
    ...move,
    event: z.literal('appeal_case'),
    caseId: Id,
    words: text(4000, 20),
    ...evidence,
  }),
])

export type CoarsePosition = z.output<typeof CoarsePosition>
