import { z } from 'zod'
import { caseKinds, caseStatuses, parties } from '#contract/codes.ts'
import { Photo } from '#contract/files/files.ts'
import { Amount, Id, Instant } from '#contract/values.ts'

/** A dispute about a booking, as shown to both sides and the operator. */
export const BookingCase = z.object({
  id: Id,
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  openedBy: z.enum([...parties, 'system']),
  openedAt: Instant,
  /** Start of the visit in question; null if the case is about the whole booking. */
  visitAt: Instant.nullable(),
  words: z.string(),
  /** Photos for `words`, visible only to the two people and operators. */
  photos: z.array(Photo),
  /** How the reporter tried to reach the other side. */
  contacted: z.string().nullable(),
  /** The refund that the owner asks for. */
  asked: Amount.nullable(),
  /** The sitter's payout is held until the decision. */
  holds: z.boolean(),
  /** Deadline for the other side's answer. */
  answerBy: Instant,
  /** Deadline for the operator's decision. */
  decideBy: Instant,
  answer: z.string().nullable(),
  answerPhotos: z.array(Photo),
  answeredAt: Instant.nullable(),
  refund: Amount.nullable(),
  /** The reason for the decision. */
  statement: z.string().nullable(),
  resolvedBy: z.enum(['operator', 'system']).nullable(),
  resolvedAt: Instant.nullable(),
  appeal: z.string().nullable(),
  appealPhotos: z.array(Photo),
  appealedBy: z.enum(parties).nullable(),
  appealedAt: Instant.nullable(),
})

export type BookingCase = z.infer<typeof BookingCase>
