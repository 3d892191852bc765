import type { BookingMove } from '#contract/bookings/bookings.ts'
import type { CaseKind, ExtenuatingReason } from '#contract/codes.ts'

/** A side's statement in a case, or an operator's decision. */
export type CaseInput = {
  words: string
  /** The case being answered, decided or appealed against. */
  caseId?: string
  kind?: CaseKind
  contacted?: string
  /** The start of the missed visit. */
  visitAt?: Date
  asked?: number | null
  /** Pictures attached to the statement. */
  photoIds?: readonly string[]
  /** Part of the held amount that goes back to the owner. */
  refund?: number
  extenuating?: ExtenuatingReason | undefined
}

/** Returns the input of case events; nothing for other events. */
export function caseInputOf(sent: BookingMove): { dispute?: CaseInput } {
  switch (sent.event) {
    case 'report_no_show':
      return {
        dispute: { kind: 'no_show', words: sent.words, contacted: sent.contacted, photoIds: sent.photoIds },
      }
    case 'report_missed':
      return {
        dispute: {
          kind: 'missed_visit',
          words: sent.words,
          contacted: sent.contacted,
          visitAt: new Date(sent.visitAt),
          photoIds: sent.photoIds,
        },
      }
    case 'open_case':
      return { dispute: { kind: sent.kind, words: sent.words, asked: sent.asked, photoIds: sent.photoIds } }
    case 'answer_case':
    case 'appeal_case':
      return { dispute: { caseId: sent.caseId, words: sent.words, photoIds: sent.photoIds } }
    default:
      return {}
  }
}
