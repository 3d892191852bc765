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

/** All of a case that decides what may happen next. */
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
  /** Of a visit that was missed: when it began. */
  visitAt: Date | null
}

export type CaseEvent = 'answer' | 'pass_on' | 'resolve' | 'appeal'

/** The whole life of a case: one side speaks, the other answers, somebody decides, and once more after an appeal. */
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

/** Somebody was not there: reported by the other side, or found by the clock when nobody ever checked in. */
export const isAbsence = ({ kind }: Pick<CaseFacts, 'kind'>): boolean =>
  kind === 'missed_visit' || isWholeAbsence({ kind })
/** The same of the whole booking, and so of each of its visits. */
export const isWholeAbsence = ({ kind }: Pick<CaseFacts, 'kind'>): boolean =>
  kind === 'no_show' || kind === 'not_checked_in'

/** What a report without an answer decides by itself: the whole booking, unless the sitter has checked in since, or a visit. */
export function settledBy(one: CaseFacts | undefined, checkedInAt: Date | null): 'booking' | 'visit' | null {
  if (!one || !isWaiting(one)) return null
  if (one.kind === 'missed_visit') return 'visit'
  return one.kind === 'no_show' && checkedInAt === null ? 'booking' : null
}

/** Rules section 7 (11): how long `by` waits for the other side. */
export function waitingMinutes(service: Service, by: Actor, terms: Settings['noShow']): number {
  if (isStay(service)) return terms.stayMinutes
  return by === 'owner' ? terms.sitterVisitMinutes : terms.ownerVisitMinutes
}

type AppealTerms = Pick<Settings, 'case'>

/** Until when the decision can be appealed; null when there is none, or there was an appeal. */
export const appealEnd = ({ resolvedAt, status, appealedAt }: CaseFacts, terms: AppealTerms): Date | null =>
  resolvedAt && !isOpen({ status }) && !appealedAt ? addHours(resolvedAt, terms.case.appealHours) : null

/** Each visit is a subject of its own (`missableVisits`), and so is the absence from the whole booking. */
const subjectOf = ({ kind }: Pick<CaseFacts, 'kind'>): string => (isWholeAbsence({ kind }) ? 'absence' : kind)

/**
 * Whether this side may open a case about a subject: each side once, and not while one about it is open or its decision can
 * be appealed, because the answer and the appeal are where the other view of it belongs.
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

/** What this side may open a case about at this moment. */
export const freeSubjects = (cases: readonly CaseFacts[], by: Actor, at: Date, terms: AppealTerms) =>
  openCaseKinds.filter((kind) => isSubjectFree(kind, cases, by, at, terms))

/** When the sitter's money may move: not while a case holds it, nor while a decision about it may be appealed. */
export function payoutFreeAt(cases: readonly CaseFacts[], dueAt: Date, terms: AppealTerms): Date | null {
  const holding = cases.filter((one) => one.holds)
  if (holding.some(isOpen)) return null
  return holding.reduce((free, one) => latest(free, appealEnd(one, terms) ?? free), dueAt)
}

/** The same time of day, so many working days later. */
export function afterWorkingDays(at: Date, days: number, timeZone: string): Date {
  const { on, time } = localOf(at, timeZone)
  let [day, left] = [on, days]
  while (left > 0) {
    day = addDays(day, 1)
    if (weekdayOf(day) < 5) left--
  }
  return instantOf(day, time, timeZone)
}

/** A case opened soon after the end, or before it, keeps the sitter's money back. */
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
