import { caseKindWords, withSubject } from '#server/bookings/case/subject.ts'
import { openCaseIn } from '#server/bookings/case/view.ts'
import { basics, type Body, momentOf, money, type Site } from '#server/bookings/facts-mails.ts'
import { withNames } from '#server/bookings/history-view.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { BookingRecord, EventPayload } from '#server/bookings/record/record.ts'
import type { Letter } from '#server/kernel/mail/letter.ts'
import type { BankQuestion } from '#server/payments/dispute.ts'

type Asked = {
  record: BookingRecord
  payload: EventPayload
  /** For a dispute with a bank. */
  question: BankQuestion | null
  site: Site
}
type Turn = Required<Body> & { subject: string }
/** Returns null if nothing is left to be done. */
type Words = (asked: Asked) => Turn | null

const openers: Record<CaseRow['opened_by'], string> = {
  owner: '{owner}, the owner',
  sitter: '{sitter}, the sitter',
  system: 'the system',
}

const sides = ({ record }: Asked): Body['facts'] => [
  ['Owner', record.owner_name],
  ['Sitter', record.sitter_name],
  ...basics({ record }),
]

function caseFacts(asked: Asked, one: CaseRow): Body['facts'] {
  const { record } = asked
  return [
    ['Case', caseKindWords[one.kind]],
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
    const one = openCaseIn(asked.record, asked.payload)
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

type DisputeTurn = Pick<Turn, 'subject' | 'paragraphs'> & {
  fact: readonly [string, string]
  label: string
  path: string
}

const disputeTurn =
  (turn: (question: BankQuestion, asked: Asked) => DisputeTurn | null): Words =>
  (asked) => {
    const { payload, question, site } = asked
    const asks = question && turn(question, asked)
    return asks
      ? {
          subject: asks.subject,
          paragraphs: asks.paragraphs,
          facts: [['Payment', money(asked, payload.amount ?? 0)], asks.fact, ...sides(asked)],
          quoted: null,
          button: { label: asks.label, url: `${site.url}${asks.path}` },
        }
      : null
  }

/** The operators' task after each event, in the site's wording. */
const words: Partial<Record<Event, Words>> = {
  answer_case: caseTurn(
    'A case about {subject} waits for your decision',
    'There is an answer, in the words below. Please read both sides and decide; the decision can be appealed once.',
    ({ answer }) => answer,
  ),
  pass_on_case: caseTurn(
    'A case about {subject} was not answered in time: please decide',
    'Nobody has answered in time. Please decide by what is there; the decision can be appealed once. The case was opened with the words below.',
    (one) => one.words,
  ),
  appeal_case: caseTurn(
    'The decision about {subject} is appealed: please look at it again',
    'One of the two does not agree with the decision, for the reasons below. Please look at the case once more; what you decide now is final.',
    ({ appeal }) => appeal,
  ),
  dispute_opened: disputeTurn(({ dueAt, isInquiry }, asked) => ({
    subject: isInquiry
      ? 'The bank of {owner} asks about a payment: please answer'
      : 'The bank of {owner} disputes a payment: please answer',
    paragraphs: [
      isInquiry
        ? 'The bank asks about the payment and has taken nothing so far. A good answer now often ends it; so does a refund.'
        : 'The bank has taken the payment back until the dispute is decided. Answer it with what shows that the booking took place as agreed, or accept it.',
      'The bank reads one answer, and none that comes after its date. The payout of the sitter waits; both sides have been told.',
    ],
    fact: ['Answer by', dueAt ? momentOf(asked, dueAt) : 'the bank names no date'],
    label: 'Answer the bank',
    path: '/admin/disputes',
  })),
  dispute_escalated: disputeTurn(({ dueAt, state }, asked) =>
    state === 'open'
      ? {
          subject: 'The bank of {owner} now disputes a payment: please answer again',
          paragraphs: [
            'The bank only asked before. Now it has taken the payment back until the dispute is decided, and charges its fee.',
            'What was said to its question does not count as an answer to the dispute. Answer it with what shows that the booking took place as agreed, or accept it: the bank reads one answer, and none that comes after its date.',
          ],
          fact: ['Answer by', dueAt ? momentOf(asked, dueAt) : 'the bank names no date'],
          label: 'Answer the bank',
          path: '/admin/disputes',
        }
      : null,
  ),
  dispute_lost: disputeTurn(({ state, open }, asked) =>
    state === 'lost'
      ? {
          subject: 'The bank of {owner} has taken a payment back: please decide who bears it',
          paragraphs: [
            'The dispute is lost, and the bank keeps the payment. Please decide whether the site bears it, or the sitter up to what they earned with this booking, and give the reasons: both sides read them.',
            'Until then the payout of the sitter waits. What was due to the owner anyway counts as paid by the bank.',
          ],
          fact: ['Borne by nobody', money(asked, open)],
          label: 'Decide who bears it',
          path: `/admin/bookings/${asked.record.id}`,
        }
      : null,
  ),
}

/** The events that require something of the operators. */
export const askingEvents = Object.keys(words)

/** Returns the mail of an event for an operator; null if nothing is left to be done. */
export function operatorLetter(event: Event, to: string, asked: Asked): (Letter & { title: string }) | null {
  const wordsOf = words[event]
  if (!wordsOf) throw new Error(`No mail to operators is known for the event ${event}`)
  const turn = wordsOf(asked)
  if (!turn) return null
  const { record } = asked
  const { subject, paragraphs, facts, quoted, button } = turn
  const title = withNames(withSubject(subject, record, asked.payload.caseId), record)
  return {
    title,
    subject: `${title} (booking ${record.number})`,
    greeting: `Hello ${to},`,
    paragraphs: paragraphs.filter((paragraph) => paragraph !== null),
    facts: [...facts, ['Booking', record.number]],
    quoted,
    button,
    closing: 'Everybody who runs the site gets this mail; whoever is first answers for all.',
  }
}
