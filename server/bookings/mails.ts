import { keysOf } from '#contract/entries.ts'
import type { Party } from '#contract/codes.ts'
import { circleLetterOf } from '#server/bookings/begin/circle-mails.ts'
import { booked, otherLetters, settled, startLetters } from '#server/bookings/begin/mails.ts'
import { runningLetters } from '#server/bookings/care/mails.ts'
import { caseWords } from '#server/bookings/case/mails.ts'
import { withSubject } from '#server/bookings/case/subject.ts'
import { changeWords } from '#server/bookings/change/mails.ts'
import {
  basics,
  type Body,
  bookingUrl,
  costs,
  earns,
  type Mail,
  answerBy,
  moneyNote,
  others,
  petsOf,
  reasonOf,
  refunded,
  reviewButton,
  type Site,
  type Words,
} from '#server/bookings/facts-mails.ts'
import { withNames } from '#server/bookings/history-view.ts'
import { wordsOf } from '#server/bookings/life/event-words.ts'
import type { Event } from '#server/bookings/life/transition.ts'
import { disputeWords } from '#server/bookings/pay/dispute-mails.ts'
import { extraWords } from '#server/bookings/pay/extra-mails.ts'
import { declinedLetters, paymentWords } from '#server/bookings/pay/mails.ts'
import { type BookingRecord, payloadOf } from '#server/bookings/record/record.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import { greetingTo } from '#server/kernel/words.ts'

export type MailEvent = Event | 'review'

const requested: Partial<Record<Party, Words>> = {
  sitter: (mail) => ({
    paragraphs: [
      `${mail.other} asks whether you can look after ${petsOf(mail)}. You can accept or decline; declining never counts against you.`,
    ],
    facts: [...basics(mail), ...earns(mail), ...answerBy(mail)],
    quoted: mail.record.message,
    button: { label: 'Answer the request', url: bookingUrl(mail) },
  }),
  owner: (mail) => ({
    paragraphs: [
      `We have sent your request to ${mail.other}. You pay nothing unless it is accepted, and you can withdraw it until then.`,
    ],
    facts: [...basics(mail), ...costs(mail), ...answerBy(mail)],
    quoted: mail.record.message,
  }),
}

/** The mail body of each event for each side; its subject is the table's sentence. */
const words: Record<MailEvent, Partial<Record<Party, Words>>> = {
  request: requested,
  give_card: requested,
  card_expired: {
    owner: (mail) => ({
      paragraphs: [
        `You prepared a request to ${mail.other}, but it expired because you had not added a card. Nothing was charged, and ${mail.other} did not receive it.`,
        'If you still need a sitter, send it again: it takes a minute.',
      ],
      facts: basics(mail),
      button: others(mail),
    }),
  },
  reopen_question: {
    owner: (mail) => ({
      paragraphs: [
        `You turned your question to ${mail.other} into a request, but it was not sent because you had not added a card. Nothing was charged.`,
        `Your question is still open. If you still need ${mail.other}, turn it into a request again: it takes a minute.`,
      ],
      facts: basics(mail),
      button: { label: 'Open the question', url: bookingUrl(mail) },
    }),
  },
  withdraw: {
    sitter: (mail) => ({
      paragraphs: [
        `The request for ${petsOf(mail)} has been withdrawn. You don’t need to do anything, and it does not affect your statistics.`,
      ],
      facts: basics(mail),
    }),
  },
  ...startLetters,
  accept: {
    owner: (mail) => settled(mail, `Good news for ${petsOf(mail)}: ${mail.other} has accepted your request.`),
    sitter: (mail) => booked(mail, `You have accepted the request from ${mail.other} for ${petsOf(mail)}.`),
  },
  decline: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} cannot look after ${petsOf(mail)} this time. You pay nothing.`,
        'Other sitters near you may be free on the same days.',
      ],
      facts: basics(mail),
      quoted: reasonOf(mail),
      button: others(mail),
    }),
  },
  expire: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} did not answer in time, so your request has expired. You pay nothing.`,
        'Other sitters near you may be free on the same days.',
      ],
      facts: basics(mail),
      button: others(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `You did not answer the request from ${mail.other} in time, so it has expired. If you are away, block the days in your calendar and you will get no requests for them.`,
      ],
      facts: basics(mail),
    }),
  },
  cancel: {
    owner: (mail) => ({
      paragraphs: [
        'Your booking is cancelled, as you asked.',
        mail.payload.refund?.rule ?? null,
        moneyNote(mail),
      ],
      facts: [...basics(mail), ...refunded(mail)],
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has cancelled the booking for ${petsOf(mail)}. The days are free in your calendar again.`,
        mail.payload.refund?.rule ?? null,
        moneyNote(mail),
      ],
      facts: [...basics(mail), ...refunded(mail)],
      quoted: reasonOf(mail),
    }),
  },
  end_early: {
    owner: (mail) => ({
      paragraphs: [
        `Your booking has ended early, as you asked. How did ${petsOf(mail)} get on with ${mail.other}?`,
        mail.payload.refund?.rule ?? null,
        moneyNote(mail),
      ],
      facts: [...basics(mail), ...refunded(mail)],
      button: reviewButton(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has ended the booking for ${petsOf(mail)} early. The remaining days are free in your calendar again.`,
        mail.payload.refund?.rule ?? null,
        moneyNote(mail),
      ],
      facts: [...basics(mail), ...refunded(mail)],
      quoted: reasonOf(mail),
    }),
  },
  cancel_by_sitter: {
    owner: (mail) => ({
      paragraphs: [
        `We are sorry: ${mail.other} can no longer look after ${petsOf(mail)}. You pay only for the care that you received.`,
        moneyNote(mail),
        'Other sitters near you may be free on the same days.',
      ],
      facts: [...basics(mail), ...refunded(mail)],
      quoted: reasonOf(mail),
      button: others(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `You have cancelled the booking with ${mail.other}, and we have told them why.`,
        mail.payload.late
          ? 'It was close to the start, so your profile shows it for twelve months, without blame, and it counts against the trusted sitter badge. You can comment on it on the booking page.'
          : null,
        moneyNote(mail),
      ],
      facts: [...basics(mail), ...refunded(mail)],
    }),
  },
  ...runningLetters,
  ...changeWords,
  ...extraWords,
  ...paymentWords,
  ...caseWords,
  ...disputeWords,
  release_payout: {},
  close: {},
}

const reviewSubject = (mail: Mail) => `${mail.other} has written a review of your booking`

/** All events in the order of the table. */
export const mailEvents: readonly MailEvent[] = keysOf(words)

export const isMailEvent = (event: string): event is MailEvent => Object.hasOwn(words, event)

function paidLetterOf(
  mail: Mail,
  event: MailEvent,
  happened: Pick<BookingRecord['events'][number], 'from_status' | 'to_status'> | undefined,
): (Body & { sentence: string }) | null {
  const { record, to, payload } = mail
  const from = happened?.from_status ?? null
  const letters = otherLetters(event, from) ?? declinedLetters(event, from)
  const body = (letters?.[to] ?? words[event][to])?.(mail)
  const sentence =
    event === 'review'
      ? reviewSubject(mail)
      : wordsOf(event, record.payment_mode, happened, payload.later ? 0 : payload.amount).tells[to]
  return body && sentence !== null ? { ...body, sentence } : null
}

/** Returns the mail of an event for one side; null if that side is not notified. */
export function letterOf(
  record: BookingRecord,
  event: MailEvent,
  to: Party,
  happened: Pick<BookingRecord['events'][number], 'from_status' | 'to_status' | 'payload'> | undefined,
  site: Site,
): (MailContent & { title: string }) | null {
  const payload = happened ? payloadOf(happened) : {}
  const [me, other] =
    to === 'owner' ? [record.owner_name, record.sitter_name] : [record.sitter_name, record.owner_name]
  const mail = { record, to, other, payload, site }
  const letter =
    record.circle && event !== 'review' ? circleLetterOf(mail, event) : paidLetterOf(mail, event, happened)
  if (!letter) return null
  const { sentence, ...body } = letter
  const title = withNames(withSubject(sentence, record, payload.caseId), record)
  return {
    title,
    subject: `${title} (booking ${record.number})`,
    greeting: greetingTo(me),
    paragraphs: body.paragraphs.filter((paragraph) => paragraph !== null),
    facts: [...body.facts, ['Booking', record.number]],
    quoted: body.quoted ?? null,
    button: body.button ?? { label: 'Open the booking', url: bookingUrl(mail) },
    closing: 'Everything about the booking is on its page.',
  }
}
