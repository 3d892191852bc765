import type { CaseKind, Service } from '#contract/codes.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import { instantInWords } from '#server/kernel/words.ts'

/** The subject of a case, as a separate line. */
export const caseKindWords: Record<CaseKind, string> = {
  no_show: 'somebody was not there',
  missed_visit: 'a visit was missed',
  not_checked_in: 'nobody checked in',
  care: 'the care was not as agreed',
  injury: 'a pet was hurt or fell ill',
  damage: 'something was damaged',
  keys: 'keys or access',
  other: 'something else',
}

/** The subject as it follows "about", for kinds that need no name and no date. */
const subjects: Record<Exclude<CaseKind, 'no_show' | 'missed_visit'>, string> = {
  not_checked_in: 'the missing check-in',
  care: 'the care',
  injury: 'a pet that was hurt or fell ill',
  damage: 'damage',
  keys: 'keys or access',
  other: 'something else',
}

const visitWords: Record<Service, string> = {
  boarding: 'night',
  house_sitting: 'night',
  drop_in: 'visit',
  day_care: 'day of care',
  dog_walking: 'walk',
}

type SubjectSource = {
  service: Service
  time_zone: string
  cases: readonly Pick<CaseRow, 'id' | 'kind' | 'visit_at' | 'opened_by'>[]
}

/** Returns the subject of an event's case. Events recorded before cases had ids are about the booking. */
function subjectOf({ service, time_zone: zone, cases }: SubjectSource, caseId: string | undefined): string {
  const one = cases.find(({ id }) => id === caseId)
  if (!one) return 'the booking'
  if (one.kind === 'no_show') return `the absence of ${one.opened_by === 'owner' ? '{sitter}' : '{owner}'}`
  if (one.kind !== 'missed_visit') return subjects[one.kind]
  return one.visit_at ? `the ${visitWords[service]} on ${instantInWords(one.visit_at, zone)}` : 'a visit'
}

/** Replaces `{subject}`; the result may still contain name placeholders. */
export const withSubject = (words: string, source: SubjectSource, caseId: string | undefined): string =>
  words.replaceAll('{subject}', () => subjectOf(source, caseId))
