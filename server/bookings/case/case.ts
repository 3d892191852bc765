import {
  type Actor,
  type CaseKind,
  type CaseStatus,
  isStay,
  openCaseKinds,
  type Party,
  type Service,
} from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import { addDays, addHours, instantOf, latest, localOf, weekdayOf } from '#server/kernel/day.ts'

/** The fields of a case that determine what may happen next. */
export type CaseFacts = {
  id: string
  kind: CaseKind
  status: CaseStatus
  openedBy: Party | 'system'
  openedAt: Date
  answerBy: Date
  holds: boolean
  resolvedAt: Date | null
  appealedAt: Date | null
  /** For a missed visit: when it began. */
  visitAt: Date | null
}

export type CaseEvent = 'answer' | 'pass_on' | 'resolve' | 'appeal'

/**
 * The state machine of a case: one side opens it, the other answers, an operator or the rules decide, and once more
 * after an appeal.
 */
export const caseSteps: Record<CaseEvent, Partial<Record<CaseStatus, CaseStatus>>> = {
  answer: { awaiting_party: 'operator_review' },
  pass_on: { awaiting_party: 'operator_review' },
  resolve: { awaiting_party: 'resolved', operator_review: 'resolved' },
  appeal: { resolved: 'operator_review' },
}

export function caseAfter(event: CaseEvent, from: CaseStatus): CaseStatus {
  const to = caseSteps[event][from]
  if (!to) throw new Error(`A case that is ${from} cannot ${event}`)
  return to
}

export const isOpen = ({ status }: Pick<CaseFacts, 'status'>): boolean => status !== 'resolved'
export const isWaiting = (one: CaseFacts | undefined): boolean => one?.status === 'awaiting_party'

/** True if a side was absent: reported by the other side, or detected when nobody ever checked in. */
export const isAbsence = ({ kind }: Pick<CaseFacts, 'kind'>): boolean =>
  kind === 'missed_visit' || isWholeAbsence({ kind })
/** True if the absence concerns the whole booking, and so each of its visits. */
export const isWholeAbsence = ({ kind }: Pick<CaseFacts, 'kind'>): boolean =>
  kind === 'no_show' || kind === 'not_checked_in'

/**
 * Returns what an unanswered report decides by the rules: the whole booking, unless the sitter has checked in since,
 * or one visit.
 */
export function decisionIfUnanswered(
  one: CaseFacts | undefined,
  checkedInAt: Date | null,
): 'booking' | 'visit' | null {
  if (!one || !isWaiting(one)) return null
  if (one.kind === 'missed_visit') return 'visit'
  return one.kind === 'no_show' && checkedInAt === null ? 'booking' : null
}

/** Rules section 7 (11): minutes that `by` waits for the other side. */
export function waitingMinutes(service: Service, by: Actor, terms: Settings['noShow']): number {
  if (isStay(service)) return terms.stayMinutes
  return by === 'owner' ? terms.sitterVisitMinutes : terms.ownerVisitMinutes
}

type AppealTerms = Pick<Settings, 'case'>

/** Returns until when the decision can be appealed; null if there is no decision or it was appealed before. */
export const appealEnd = ({ resolvedAt, status, appealedAt }: CaseFacts, terms: AppealTerms): Date | null =>
  resolvedAt && !isOpen({ status }) && !appealedAt ? addHours(resolvedAt, terms.case.appealHours) : null

/** Each visit is a separate subject (`missableVisits`), and so is the absence from the whole booking. */
const subjectOf = ({ kind }: Pick<CaseFacts, 'kind'>): string => (isWholeAbsence({ kind }) ? 'absence' : kind)

/**
 * True if this side may open a case about a subject. Each side may do so once, and not while a case about it is open
 * or its decision can be appealed, because the other side's view belongs in the answer and the appeal.
 */
export function isSubjectFree(
  kind: CaseKind,
  cases: readonly CaseFacts[],
  by: Actor,
  at: Date,
  terms: AppealTerms,
): boolean {
  const same = cases.filter((one) => subjectOf(one) === subjectOf({ kind }))
  return same.every((one) => one.openedBy !== by && !isOpen(one) && (appealEnd(one, terms) ?? at) <= at)
}

/** Returns the subjects about which this side may open a case at this instant. */
export const freeSubjects = (cases: readonly CaseFacts[], by: Actor, at: Date, terms: AppealTerms) =>
  openCaseKinds.filter((kind) => isSubjectFree(kind, cases, by, at, terms))

/**
 * Returns when the sitter's money may move: not while a case holds it, nor while a decision about it can be appealed.
 */
export function payoutAllowedAt(cases: readonly CaseFacts[], dueAt: Date, terms: AppealTerms): Date | null {
  const holding = cases.filter((one) => one.holds)
  if (holding.some(isOpen)) return null
  return holding.reduce((free, one) => latest(free, appealEnd(one, terms) ?? free), dueAt)
}

/** Returns the same time of day `days` working days later. */
export function afterWorkingDays(at: Date, days: number, timeZone: string): Date {
  const { on, time } = localOf(at, timeZone)
  let [day, left] = [on, days]
  while (left > 0) {
    day = addDays(day, 1)
    if (weekdayOf(day) < 5) left--
  }
  return instantOf(day, time, timeZone)
}

/** A case opened before the end or soon after it holds the sitter's money back. */
export const holdsPayout = (endedAt: Date, at: Date, terms: AppealTerms): boolean =>
  at <= addHours(endedAt, terms.case.holdHours)

export const caseFactsOf = (row: CaseRow): CaseFacts => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  openedBy: row.opened_by,
  openedAt: row.opened_at,
  answerBy: row.answer_by,
  holds: row.holds,
  resolvedAt: row.resolved_at,
  appealedAt: row.appealed_at,
  visitAt: row.visit_at,
})
