import { z } from 'zod'
import { declineReasons, openCaseKinds } from '#contract/codes.ts'
import { mostEvidence } from '#contract/files/codes.ts'
import { Amount, Id, Instant, text } from '#contract/values.ts'
import { changeShape, daysShape } from './parts.ts'

const move = { id: Id, version: z.int() }
/** Pictures of the kind `evidence`, which the two people and operators see. */
const evidence = { photoIds: z.array(Id).max(mostEvidence).default([]) }
const note = text(2000).nullable().default(null)
/** Two decimals; what is finer goes no further than this. */
const coarsely = (degrees: number): number => Math.round(degrees * 100) / 100
const degrees = (most: number) => {
  const words = `Send degrees from -${most} to ${most}`
  return z.number(words).min(-most, words).max(most, words).transform(coarsely)
}
/** Somewhere in degrees of WGS 84, read to two decimals: about a kilometre. */
const RoughPlace = z.strictObject({ lat: degrees(90), lng: degrees(180) })
/** Days that are left out stay as they are. */
const priced = { ...move, ...daysShape, quoteHash: z.string().max(100) }

/** One event of a person, with what belongs to it. */
export const BookingStep = z.discriminatedUnion('event', [
  /** A question becomes a request, or a booking at once. */
  z.strictObject({ ...priced, event: z.literal('request') }),
  z.strictObject({ ...priced, event: z.literal('instant_book') }),
  z.strictObject({ ...move, event: z.literal('withdraw') }),
  z.strictObject({ ...move, event: z.literal('accept') }),
  /** Other days, a discount off the subtotal, or both, at the price of `calculate-offer`. */
  z.strictObject({ ...priced, event: z.literal('offer'), discount: Amount.min(0).default(0), note }),
  z.strictObject({ ...move, event: z.literal('accept_offer') }),
  z.strictObject({
    ...move,
    event: z.literal('decline'),
    reason: z.enum(declineReasons).default('other'),
    note,
  }),
  /** `previewHash` of the refund that was shown; when the refund is another by now, it is refused with the new one. */
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
  /** `location` is where the sitter is, if the sitter agrees to say so: kept to about a kilometre and shown to both sides alone. */
  z.strictObject({ ...move, event: z.literal('check_in'), note, location: RoughPlace.optional() }),
  z.strictObject({ ...move, event: z.literal('check_out'), note }),
  /** What the sitter gives back beyond the rules, at most `waivable`. */
  z.strictObject({ ...move, event: z.literal('waive'), amount: Amount.min(1), note }),
  z.strictObject({ ...move, event: z.literal('tip'), amount: Amount.min(100).max(500_00), note }),
  /** All of what the booking would be, with the `changeHash` of the price that was shown. */
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
  /** `contacted` says how the other side was tried to be reached. */
  z.strictObject({
    ...move,
    event: z.literal('report_no_show'),
    words: text(2000, 10),
    contacted: text(500, 3),
    ...evidence,
  }),
  /** One of several visits: `visitAt` is when it began, one of those that are `reportable`. */
  z.strictObject({
    ...move,
    event: z.literal('report_missed'),
    visitAt: Instant,
    words: text(2000, 10),
    contacted: text(500, 3),
    ...evidence,
  }),
  /** `kind` is one of the booking's `caseSubjects`; `asked` is what the owner asks back. */
  z.strictObject({
    ...move,
    event: z.literal('open_case'),
    kind: z.enum(openCaseKinds),
    words: text(4000, 20),
    asked: Amount.min(1).nullable().default(null),
    ...evidence,
  }),
  /** `caseId` is one for which the booking's "actions" name this event. */
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

export type RoughPlace = z.output<typeof RoughPlace>
