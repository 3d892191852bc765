import type { BookingCase } from '#contract/bookings/cases.ts'
import type { CaseKind, CaseStatus } from '#contract/codes.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const caseKindWords: Record<CaseKind, string> = {
  no_show: 'Somebody was not there',
  missed_visit: 'A visit was missed',
  not_checked_in: 'Nobody checked in',
  care: 'The care was not as agreed',
  injury: 'A pet was hurt or fell ill',
  damage: 'Something was damaged',
  keys: 'Keys or access',
  other: 'Something else',
}

export const caseStatusWords: Record<CaseStatus, { words: string; tone: Tone }> = {
  awaiting_party: { words: 'Waiting for an answer', tone: 'gold' },
  operator_review: { words: 'With the operator', tone: 'gold' },
  resolved: { words: 'Decided', tone: 'green' },
}

type Names = { owner: string; sitter: string }

/** Returns the name of the person who opened the case, or "The system". */
export const openerName = ({ openedBy }: Pick<BookingCase, 'openedBy'>, names: Names): string =>
  openedBy === 'system' ? 'The system' : names[openedBy]
