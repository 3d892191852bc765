import type { CaseKind } from '#contract/codes.ts'
import { openCase } from '#server/bookings/case.ts'
import type { CaseRow } from '#server/bookings/case-store.ts'
import { basics, type Body, momentOf, money, type Site } from '#server/bookings/facts-mails.ts'
import { withNames } from '#server/bookings/history-view.ts'
import type { Letter } from '#server/bookings/letter.ts'
import type { Event } from '#server/bookings/transitions.ts'
import type { BookingRecord, EventPayload } from '#server/bookings/view.ts'

/** What an owner's bank wants: `dueAt` is its own date. */
export type BankQuestion = { dueAt: Date | null; isInquiry: boolean }
type Asked = {
  record: BookingRecord
  payload: EventPayload
  /** Of a dispute with a bank. */
  question: BankQuestion | null
  site: Site
}
type Turn = Required<Body> & { subject: string }
/** Null when there is nothing left to be done. */
type Words = (asked: Asked) => Turn | null

const caseKinds: Record<CaseKind, string> = {
  no_show: 'somebody was not there',
  missed_visit: 'a visit was missed',
  not_checked_in: 'nobody checked in',
  care: 'the care was not as agreed',
  injury: 'a pet was hurt or fell ill',
  damage: 'something was damaged',
  keys: 'keys or access',
  other: 'something else',
}

const openers: Record<CaseRow['opened_by'], string> = {
  owner: '{owner}, the owner',
  sitter: '{sitter}, the sitter',
  system: 'the clock',
}

const sides = ({ record }: Asked): Body['facts'] => [
  ['Owner', record.owner_name],
  ['Sitter', record.sitter_name],
  ...basics({ record }),
]

function caseFacts(asked: Asked, one: CaseRow): Body['facts'] {
  const { record } = asked
  return [
    ['Case', caseKinds[one.kind]],
    ['Opened by', withNames(openers[one.opened_by], record)],
    ...sides(asked),
    ...(one.visit_at ? [['Missed', momentOf(asked, one.visit_at)] as const] : []),
    ...(one.asked ? [['The owner asks back', money(asked, one.asked)] as const] : []),
    ['Decide by', momentOf(asked, one.decide_by)],
  ]
}

const caseTurn =
  (subject: string, paragraph: string, wordsOf: (one: CaseRow) => string | null): Words =>
  (asked) => {
    const one = openCase(asked.record.cases)
    return one
      ? {
          subject,
          paragraphs: [paragraph],
          facts: caseFacts(asked, one),
          quoted: wordsOf(one),
          button: { label: 'Decide the case', url: `${asked.site.url}/admin/cases/${one.id}` },
        }
      : null
  }

/** What an event leaves to the operators, in the words of the site. */
const words: Partial<Record<Event, Words>> = {
  answer_case: caseTurn(
    'A case waits for your decision',
    'There is an answer, in the words below. Please read both sides and decide; the decision can be appealed once.',
    ({ answer }) => answer,
  ),
  pass_on_case: caseTurn(
    'A case was not answered in time: please decide',
    'Nobody has answered in time. Please decide by what is there; the decision can be appealed once. The case was opened with the words below.',
    (one) => one.words,
  ),
  appeal_case: caseTurn(
    'A decision is appealed: please look at it again',
    'One of the two does not agree with the decision, for the reasons below. Please look at the case once more; what you decide now is final.',
    ({ appeal }) => appeal,
  ),
  dispute_opened(asked) {
    const { payload, question, site } = asked
    if (!question) return null
    const { dueAt, isInquiry } = question
    return {
      subject: isInquiry
        ? 'The bank of {owner} asks about a payment: please answer'
        : 'The bank of {owner} disputes a payment: please answer',
      paragraphs: [
        isInquiry
          ? 'The bank asks about the payment and has taken nothing so far. A good answer now often ends it; so does a refund.'
          : 'The bank has taken the payment back until the dispute is decided. Answer it with what shows that the booking took place as agreed, or accept it.',
        'The bank reads one answer, and none that comes after its date. The payout of the sitter waits; both sides have been told.',
      ],
      facts: [
        ['Payment', money(asked, payload.amount ?? 0)],
        ['Answer by', dueAt ? momentOf(asked, dueAt) : 'the bank names no date'],
        ...sides(asked),
      ],
      quoted: null,
      button: { label: 'Answer the bank', url: `${site.url}/admin/disputes` },
    }
  },
}

/** The events that leave something to them. */
export const askingEvents = Object.keys(words)

/** The letter of an event for an operator, null when it leaves nothing to be done. */
export function operatorLetter(event: Event, to: string, asked: Asked): Letter | null {
  const wordsOf = words[event]
  if (!wordsOf) throw new Error(`No mail to operators is known for the event ${event}`)
  const turn = wordsOf(asked)
  if (!turn) return null
  const { record } = asked
  const { subject, paragraphs, facts, quoted, button } = turn
  return {
    subject: `${withNames(subject, record)} (booking ${record.number})`,
    greeting: `Hello ${to},`,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== null),
    facts: [...facts, ['Booking', record.number]],
    quoted,
    button,
    closing: 'Everybody who runs the site gets this mail; whoever is first answers for all.',
  }
}
