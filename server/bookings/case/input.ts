import type { BookingMove } from '#contract/bookings/bookings.ts'
import type { CaseKind, ExtenuatingReason } from '#contract/codes.ts'

/** What a person says of a disagreement, or an operator decides. */
export type CaseInput = {
  words: string
  /** The case that is answered, decided or appealed against. */
  caseId?: string
  kind?: CaseKind
  contacted?: string
  /** The visit that was missed, by its beginning. */
  visitAt?: Date
  asked?: number | null
  /** Pictures that go with the words. */
  photoIds?: readonly string[]
  /** Of what is held, to the owner. */
  refund?: number
  extenuating?: ExtenuatingReason | undefined
}

/** What belongs to the events of cases; nothing for the others. */
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
