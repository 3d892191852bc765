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
    ...(one.asked ? [['Refund requested', money(asked, one.asked)] as const] : []),
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
    'A case about {subject} is waiting for your decision',
    'The case has been answered, as you see below. Please read both sides and decide; the decision can be appealed once.',
    ({ answer }) => answer,
  ),
  pass_on_case: caseTurn(
    'A case about {subject} was not answered in time: please decide',
    'Nobody answered in time. Please decide with the information available; the decision can be appealed once. Below is what was written when the case was opened.',
    (one) => one.words,
  ),
  appeal_case: caseTurn(
    'The decision about {subject} was appealed: please look at it again',
    'One of the two does not agree with the decision, for the reasons below. Please look at the case once more; what you decide now is final.',
    ({ appeal }) => appeal,
  ),
  dispute_opened: disputeTurn(({ dueAt, isInquiry }, asked) => ({
    subject: isInquiry
      ? '{owner}’s bank is asking about a payment: please answer'
      : '{owner}’s bank disputes a payment: please answer',
    paragraphs: [
      isInquiry
        ? 'The bank is asking about the payment and has not taken anything back so far. A good answer now often settles it; so does a refund.'
        : 'The bank has taken the payment back until the dispute is decided. Answer with evidence that the booking took place as agreed, or accept the dispute.',
      'You can answer only once, and only before the bank’s deadline. The sitter’s payout is on hold, and both sides have been told.',
    ],
    fact: ['Answer by', dueAt ? momentOf(asked, dueAt) : 'the bank has set no deadline'],
    label: 'Answer the bank',
    path: '/admin/disputes',
  })),
  dispute_escalated: disputeTurn(({ dueAt, state }, asked) =>
    state === 'open'
      ? {
          subject: '{owner}’s bank now disputes a payment: please answer again',
          paragraphs: [
            'Until now the bank only asked. It has now taken the payment back until the dispute is decided, and charges its fee.',
            'The answer to its question does not count as an answer to the dispute. Answer with evidence that the booking took place as agreed, or accept the dispute. You can answer only once, and only before the bank’s deadline.',
          ],
          fact: ['Answer by', dueAt ? momentOf(asked, dueAt) : 'the bank has set no deadline'],
          label: 'Answer the bank',
          path: '/admin/disputes',
        }
      : null,
  ),
  dispute_lost: disputeTurn(({ state, open }, asked) =>
    state === 'lost'
      ? {
          subject: '{owner}’s bank has taken a payment back: please decide who bears the loss',
          paragraphs: [
            'The dispute is lost, and the bank keeps the payment. Please decide whether the site bears the loss, or the sitter up to what they earned with this booking, and give the reasons, which both sides can read.',
            'Until then the sitter’s payout is on hold. Any refund that was due to the owner anyway counts as paid by the bank.',
          ],
          fact: ['Still to be decided', money(asked, open)],
          label: 'Decide who bears the loss',
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
  if (!wordsOf) throw new Error(`There is no mail to operators for the event ${event}`)
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
    closing: 'Every operator gets this e-mail. Only one of you needs to act.',
  }
}
