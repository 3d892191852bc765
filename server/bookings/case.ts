import {
  type Actor,
  type CaseKind,
  type CaseStatus,
  isStay,
  type Party,
  type Service,
} from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import { addDays, addHours, instantOf, latest, localOf, weekdayOf } from '#server/calendar/day.ts'

/** All of a case that decides what may happen next. */
export type CaseFacts = {
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
export const openCase = <Case extends Pick<CaseFacts, 'status'>>(cases: readonly Case[]): Case | undefined =>
  cases.find(isOpen)
export const isWaiting = (one: CaseFacts | undefined): boolean => one?.status === 'awaiting_party'

/** Somebody was not there: reported by the other side, or found by the clock when nobody ever checked in. */
export const isAbsence = ({ kind }: Pick<CaseFacts, 'kind'>): boolean =>
  kind === 'no_show' || kind === 'not_checked_in' || kind === 'missed_visit'

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

/** Until when the last decision can be appealed; null when there is none, or there was an appeal. */
export function appealEnd(cases: readonly CaseFacts[], terms: AppealTerms): Date | null {
  const last = cases.at(-1)
  if (!last?.resolvedAt || isOpen(last) || last.appealedAt) return null
  return addHours(last.resolvedAt, terms.case.appealHours)
}

/** When the sitter's money may move: not while a case holds it, nor while its decision may be appealed. */
export function payoutFreeAt(cases: readonly CaseFacts[], dueAt: Date, terms: AppealTerms): Date | null {
  if (cases.some((one) => isOpen(one) && one.holds)) return null
  const last = cases.at(-1)
  const appeal = last?.holds ? appealEnd(cases, terms) : null
  return appeal ? latest(dueAt, appeal) : dueAt
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
