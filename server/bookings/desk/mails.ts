import { caseKindWords, withSubject } from '#server/bookings/case/subject.ts'
import { openCaseIn } from '#server/bookings/case/view.ts'
import { basics, type Body, momentOf, money, type Site } from '#server/bookings/facts-mails.ts'
import { withNames } from '#server/bookings/history-view.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import type { CaseRow } from '#server/bookings/record/parts-store.ts'
import type { BookingRecord, EventPayload } from '#server/bookings/record/record.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import type { DisputeSummary } from '#server/payments/dispute.ts'
import { greetingTo } from '#server/kernel/words.ts'

type OperatorMailInput = {
  record: BookingRecord
  payload: EventPayload
  /** For a dispute with a bank. */
  question: DisputeSummary | null
  site: Site
}
type OperatorMail = Required<Body> & { subject: string }
/** Returns null if nothing is left to be done. */
type OperatorMailBuilder = (input: OperatorMailInput) => OperatorMail | null

const openers: Record<CaseRow['opened_by'], string> = {
  owner: '{owner}, the owner',
  sitter: '{sitter}, the sitter',
  system: 'the system',
}

const sides = ({ record }: OperatorMailInput): Body['facts'] => [
  ['Owner', record.owner_name],
  ['Sitter', record.sitter_name],
  ...basics({ record }),
]

function caseFacts(input: OperatorMailInput, one: CaseRow): Body['facts'] {
  const { record } = input
  return [
    ['Case', caseKindWords[one.kind]],
    ['Opened by', withNames(openers[one.opened_by], record)],
    ...sides(input),
    ...(one.visit_at ? [['Missed', momentOf(input, one.visit_at)] as const] : []),
    ...(one.asked ? [['Amount asked for', money(input, one.asked)] as const] : []),
    ['Decide by', momentOf(input, one.decide_by)],
  ]
}

const caseMail =
  (subject: string, paragraph: string, wordsOf: (one: CaseRow) => string | null): OperatorMailBuilder =>
  (input) => {
    const one = openCaseIn(input.record, input.payload)
    return one
      ? {
          subject,
          paragraphs: [paragraph],
          facts: caseFacts(input, one),
          quoted: wordsOf(one),
          button: { label: 'Decide the case', url: `${input.site.url}/admin/cases/${one.id}` },
        }
      : null
  }

type DisputeMail = Pick<OperatorMail, 'subject' | 'paragraphs'> & {
  fact: readonly [string, string]
  label: string
  path: string
}

const disputeMail =
  (mailOf: (question: DisputeSummary, input: OperatorMailInput) => DisputeMail | null): OperatorMailBuilder =>
  (input) => {
    const { payload, question, site } = input
    const mail = question && mailOf(question, input)
    return mail
      ? {
          subject: mail.subject,
          paragraphs: mail.paragraphs,
          facts: [['Payment', money(input, payload.amount ?? 0)], mail.fact, ...sides(input)],
          quoted: null,
          button: { label: mail.label, url: `${site.url}${mail.path}` },
        }
      : null
  }

/** The operators' task after each event, in the site's wording. */
const operatorMails: Partial<Record<Event, OperatorMailBuilder>> = {
  answer_case: caseMail(
    'A case about {subject} is waiting for your decision',
    'The case has been answered, as you see below. Please read both sides and decide; the decision can be appealed once.',
    ({ answer }) => answer,
  ),
  pass_on_case: caseMail(
    'A case about {subject} was not answered in time: please decide',
    'Nobody answered in time. Please decide with the information available; the decision can be appealed once. Below is what was written when the case was opened.',
    (one) => one.words,
  ),
  appeal_case: caseMail(
    'The decision about {subject} was appealed: please look at it again',
    'One of the two does not agree with the decision, for the reasons below. Please look at the case once more; what you decide now is final.',
    ({ appeal }) => appeal,
  ),
  dispute_opened: disputeMail(({ dueAt, isInquiry }, input) => ({
    subject: isInquiry
      ? '{owner}’s bank is asking about a payment: please answer'
      : '{owner}’s bank disputes a payment: please answer',
    paragraphs: [
      isInquiry
        ? 'The bank is asking about the payment and has not taken anything back so far. A good answer now often settles it; so does a refund.'
        : 'The bank has taken the payment back until the dispute is decided. Answer with evidence that the booking took place as agreed, or accept the dispute.',
      'You can answer only once, and only before the bank’s deadline. The sitter’s payout is on hold, and both sides have been told.',
    ],
    fact: ['Answer by', dueAt ? momentOf(input, dueAt) : 'the bank has set no deadline'],
    label: 'Answer the bank',
    path: '/admin/disputes',
  })),
  dispute_escalated: disputeMail(({ dueAt, state }, input) =>
    state === 'open'
      ? {
          subject: '{owner}’s bank now disputes a payment: please answer again',
          paragraphs: [
            'Until now the bank only asked. It has now taken the payment back until the dispute is decided, and charges its fee.',
            'The answer to its question does not count as an answer to the dispute. Answer with evidence that the booking took place as agreed, or accept the dispute. You can answer only once, and only before the bank’s deadline.',
          ],
          fact: ['Answer by', dueAt ? momentOf(input, dueAt) : 'the bank has set no deadline'],
          label: 'Answer the bank',
          path: '/admin/disputes',
        }
      : null,
  ),
  dispute_lost: disputeMail(({ state, open }, input) =>
    state === 'lost'
      ? {
          subject: '{owner}’s bank has taken a payment back: please decide who bears the loss',
          paragraphs: [
            'The dispute is lost, and the bank keeps the payment. Please decide whether the site bears the loss, or the sitter up to what they earned with this booking, and give the reasons, which both sides can read.',
            'Until then the sitter’s payout is on hold. Any refund that was due to the owner anyway counts as paid by the bank.',
          ],
          fact: ['Still to be decided', money(input, open)],
          label: 'Decide who bears the loss',
          path: `/admin/bookings/${input.record.id}`,
        }
      : null,
  ),
}

/** The events that require something of the operators. */
export const eventsForOperators = Object.keys(operatorMails)

/** Returns the mail of an event for an operator; null if nothing is left to be done. */
export function operatorLetter(
  event: Event,
  to: string,
  input: OperatorMailInput,
): (MailContent & { title: string }) | null {
  const mailOf = operatorMails[event]
  if (!mailOf) throw new Error(`There is no mail to operators for the event ${event}`)
  const mail = mailOf(input)
  if (!mail) return null
  const { record } = input
  const { subject, paragraphs, facts, quoted, button } = mail
  const title = withNames(withSubject(subject, record, input.payload.caseId), record)
  return {
    title,
    subject: `${title} (booking ${record.number})`,
    greeting: greetingTo(to),
    paragraphs: paragraphs.filter((paragraph) => paragraph !== null),
    facts: [...facts, ['Booking', record.number]],
    quoted,
    button,
    closing: 'Every operator gets this e-mail. Only one of you needs to act.',
  }
}
