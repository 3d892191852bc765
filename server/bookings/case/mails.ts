import type { Party } from '#contract/codes.ts'
import { caseKindWords } from '#server/bookings/case/subject.ts'
import type { caseTransitions } from '#server/bookings/case/transitions.ts'
import { openCaseIn } from '#server/bookings/case/view.ts'
import {
  basics,
  type Body,
  contacts,
  isUncharged,
  lessBy,
  type Mail,
  momentOf,
  money,
  moneyNote,
  reasonOf,
  refunded,
  type Words,
} from '#server/bookings/facts-mails.ts'

const toBoth = (words: Words): Record<Party, Words> => ({ owner: words, sitter: words })

/** Deadlines for the reader's answer and the operator's decision, while the case is open. */
function deadlines(mail: Mail): Body['facts'] {
  const open = openCaseIn(mail.record, mail.payload)
  if (!open) return []
  const decision = ['Decided by', momentOf(mail, open.decide_by)] as const
  return open.status === 'awaiting_party'
    ? [['Answer by', momentOf(mail, open.answer_by)], decision]
    : [decision]
}

const amountAsked = (mail: Mail): Body['facts'] => {
  const amount = openCaseIn(mail.record, mail.payload)?.asked
  return amount ? [['Amount asked for', money(mail, amount)]] : []
}

/** The case that the event is about, even if it is decided. */
const caseIn = ({ record, payload }: Mail) => record.cases.find(({ id }) => id === payload.caseId)

const about = (mail: Mail): Body['facts'] => {
  const one = caseIn(mail)
  if (!one) return []
  const missed = one.visit_at ? ([['Missed', momentOf(mail, one.visit_at)]] as const) : []
  return [['Case', caseKindWords[one.kind]], ...missed]
}

const refundFacts = (mail: Mail): Body['facts'] =>
  isUncharged(mail) ? [] : lessBy(mail, mail.payload.amount ?? 0)

const caseBy =
  (paragraph: (mail: Mail) => string, more: (mail: Mail) => Body['facts'] = () => []): Words =>
  (mail) => ({
    paragraphs: [paragraph(mail)],
    facts: [...about(mail), ...basics(mail), ...more(mail), ...deadlines(mail)],
    quoted: reasonOf(mail),
  })

/** The mail body of each case event. */
export const caseWords: Record<keyof typeof caseTransitions, Partial<Record<Party, Words>>> = {
  report_no_show: toBoth(
    caseBy(
      (mail) =>
        `${mail.other} waited and reports that you were not there. Please tell us what happened: if you do not answer in time, the report is decided by the rules. Call first: it may be a mistake.`,
      contacts,
    ),
  ),
  report_missed: toBoth(
    caseBy(
      (mail) =>
        `${mail.other} waited and reports that you were not there for a visit. Please tell us what happened: if you do not answer in time, that visit is decided by the rules, and the other visits are not affected. Call first: it may be a mistake.`,
      contacts,
    ),
  ),
  open_case: toBoth(
    caseBy(
      (mail) =>
        `${mail.other} has opened a case and wrote what you see below. Please tell us your side; then an operator reads both sides and decides.`,
      amountAsked,
    ),
  ),
  flag_not_checked_in: toBoth(
    caseBy(
      (mail) =>
        `The booking with ${mail.other} is over, and nobody ever checked in. The payment is not settled until one of you tells us what happened.`,
    ),
  ),
  answer_case: toBoth(
    caseBy((mail) => `${mail.other} has answered. An operator reads both sides and decides.`),
  ),
  pass_on_case: toBoth(
    caseBy(() => 'The case was not answered in time. An operator decides with the information available.'),
  ),
  resolve_no_show: toBoth((mail) => ({
    paragraphs: [
      'The report was not answered in time, so it was decided by the rules. You may appeal once, on the booking page.',
      moneyNote(mail),
    ],
    facts: [...about(mail), ...basics(mail), ...refunded(mail)],
    quoted: reasonOf(mail),
  })),
  resolve_missed: toBoth((mail) => ({
    paragraphs: [
      'The report of a missed visit was not answered in time, so it was decided by the rules. The other visits are not affected. You may appeal once, on the booking page.',
      moneyNote(mail),
    ],
    facts: [...about(mail), ...basics(mail), ...refundFacts(mail)],
    quoted: reasonOf(mail),
  })),
  resolve_case: toBoth((mail) => ({
    paragraphs: [
      `An operator has read both sides and decided. The reasons are below; ${caseIn(mail)?.appealed_at ? 'after the appeal this decision is final' : 'you may appeal once, on the booking page'}.`,
      moneyNote(mail),
    ],
    facts: [...about(mail), ...basics(mail), ...refundFacts(mail)],
    quoted: reasonOf(mail),
  })),
  appeal_case: toBoth(
    caseBy(
      (mail) =>
        `${mail.other} does not agree with the decision. An operator will look at the case once more.`,
    ),
  ),
  cancel_by_operator: toBoth((mail) => ({
    paragraphs: ['The operator has ended the booking. The reason is below.', moneyNote(mail)],
    facts: [...basics(mail), ...refundFacts(mail)],
    quoted: reasonOf(mail),
  })),
}
