import { z } from 'zod'
import { caseKinds, caseStatuses, parties } from '#contract/codes.ts'
import { Photo } from '#contract/files/files.ts'
import { Amount, Id, Instant } from '#contract/values.ts'

/** A disagreement about a booking, as both sides and the operator read it. */
export const BookingCase = z.object({
  id: Id,
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  openedBy: z.enum([...parties, 'system']),
  openedAt: Instant,
  /** The visit that it is about, by its beginning; null when it is about the whole booking. */
  visitAt: Instant.nullable(),
  words: z.string(),
  /** What goes with the words: seen by the two people and operators alone. */
  photos: z.array(Photo),
  /** How the other side was tried to be reached. */
  contacted: z.string().nullable(),
  /** What the owner asks back. */
  asked: Amount.nullable(),
  /** The sitter's money waits for the decision. */
  holds: z.boolean(),
  /** Until then the other side answers. */
  answerBy: Instant,
  /** Until then the operator has decided. */
  decideBy: Instant,
  answer: z.string().nullable(),
  answerPhotos: z.array(Photo),
  answeredAt: Instant.nullable(),
  refund: Amount.nullable(),
  /** Why it was decided so. */
  statement: z.string().nullable(),
  resolvedBy: z.enum(['operator', 'system']).nullable(),
  resolvedAt: Instant.nullable(),
  appeal: z.string().nullable(),
  appealPhotos: z.array(Photo),
  appealedBy: z.enum(parties).nullable(),
  appealedAt: Instant.nullable(),
})

export type BookingCase = z.infer<typeof BookingCase>
