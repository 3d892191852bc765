import type { BookingStatus, Party } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import {
  answerBy,
  basics,
  type Body,
  bookingUrl,
  contacts,
  costs,
  earns,
  freeUntil,
  type Mail,
  others,
  petsOf,
  reasonOf,
  type Words,
} from '#server/bookings/facts-mails.ts'
import { dayInWords } from '#server/kernel/words.ts'

type Letters = Partial<Record<Party, Words>>

/** Body for a confirmed booking; the first sentence says how it came about. */
export const settled = (mail: Mail, first: string): Body => ({
  paragraphs: [
    first,
    freeUntil(mail),
    'Any requests you sent to other sitters for the same pets and times have been withdrawn.',
  ],
  facts: [...basics(mail), ...costs(mail), ...contacts(mail)],
})

export const booked = (mail: Mail, first: string): Body => ({
  paragraphs: [
    first,
    'The days are booked in your calendar. The booking page shows the pets and their care.',
  ],
  facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
})

/** The terms that an offer replaces. */
function replacedTerms({ payload, record }: Mail): Body['facts'] {
  const { before: replaced, discount = 0 } = payload
  if (!replaced) return []
  const { currency } = record
  const days =
    replaced.startOn === replaced.endOn
      ? dayInWords(replaced.startOn)
      : `${dayInWords(replaced.startOn)} to ${dayInWords(replaced.endOn)}`
  return [
    ...(discount > 0 ? ([['Discount', formatMoney(discount, currency)]] as const) : []),
    ...(replaced.datesOpen
      ? []
      : ([['You asked for', `${days}, ${formatMoney(replaced.total, currency)}`]] as const)),
  ]
}

/** Mails of the events that lead to a confirmation, except the request and its acceptance. */
export const startLetters = {
  inquire: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has a question before asking you to look after ${petsOf(mail)}. No days are reserved. You can make an offer, or decline with a few words; declining never counts against you.`,
      ],
      facts: [...basics(mail), ...answerBy(mail)],
      quoted: mail.record.message,
      button: { label: 'Answer the question', url: bookingUrl(mail) },
    }),
    owner: (mail) => ({
      paragraphs: [
        `We have sent your question to ${mail.other}. It costs nothing and reserves no days; you can turn it into a request at any time.`,
      ],
      facts: basics(mail),
      quoted: mail.record.message,
    }),
  },
  instant_book: {
    owner: (mail) =>
      settled(mail, `Good news for ${petsOf(mail)}: your booking with ${mail.other} is confirmed.`),
    sitter: (mail) =>
      booked(mail, `${mail.other} has booked you for ${petsOf(mail)}, because you allow instant booking.`),
  },
  offer: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} offers to look after ${petsOf(mail)} on the terms below. ${mail.payload.before ? 'Compare them with what you asked for, then accept' : 'Accept'} or decline the offer; you pay nothing until you accept.`,
      ],
      facts: [...basics(mail), ...costs(mail), ...replacedTerms(mail), ...answerBy(mail)],
      quoted: reasonOf(mail),
      button: { label: 'See the offer', url: bookingUrl(mail) },
    }),
  },
  accept_offer: {
    owner: (mail) =>
      settled(mail, `Good news for ${petsOf(mail)}: you have accepted the offer from ${mail.other}.`),
    sitter: (mail) => booked(mail, `${mail.other} has accepted your offer for ${petsOf(mail)}.`),
  },
  remind: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} is still waiting for your answer about ${petsOf(mail)}. Declining never counts against you; not answering does.`,
      ],
      facts: [...basics(mail), ...earns(mail), ...answerBy(mail)],
      quoted: mail.record.message,
      button: { label: 'Answer the request', url: bookingUrl(mail) },
    }),
  },
} satisfies Record<string, Letters>

const lettersFrom: Partial<Record<string, Partial<Record<BookingStatus, Letters>>>> = {
  withdraw: {
    inquiry: {
      sitter: (mail) => ({
        paragraphs: [
          `The question about ${petsOf(mail)} has been withdrawn. You don’t need to do anything, and it does not affect your statistics.`,
        ],
        facts: basics(mail),
      }),
    },
    offered: {
      sitter: (mail) => ({
        paragraphs: [
          `${mail.other} declined your offer for ${petsOf(mail)}. It reserved no days, so your calendar is unchanged.`,
        ],
        facts: basics(mail),
      }),
    },
    awaiting_payment: {
      owner: (mail) => ({
        paragraphs: [
          `Your booking with ${mail.other} for ${petsOf(mail)} will not take place. You pay nothing.`,
          'Other sitters near you may be free on the same days.',
        ],
        facts: basics(mail),
        quoted: reasonOf(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [
          `${mail.other}’s booking for ${petsOf(mail)} was cancelled before it was paid. The days are free in your calendar again.`,
        ],
        facts: basics(mail),
      }),
    },
  },
  decline: {
    offered: {
      owner: (mail) => ({
        paragraphs: [
          `${mail.other} has withdrawn the offer for ${petsOf(mail)}. You pay nothing.`,
          'Other sitters near you may be free on the same days.',
        ],
        facts: basics(mail),
        quoted: reasonOf(mail),
        button: others(mail),
      }),
    },
  },
  expire: {
    inquiry: {
      owner: (mail) => ({
        paragraphs: [`Your question to ${mail.other} has expired. You pay nothing.`],
        facts: basics(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [
          `The question from ${mail.other} about ${petsOf(mail)} has expired. You don’t need to do anything.`,
        ],
        facts: basics(mail),
      }),
    },
    offered: {
      owner: (mail) => ({
        paragraphs: [
          `You did not answer the offer from ${mail.other} in time, so it has expired. You pay nothing.`,
        ],
        facts: basics(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [
          `${mail.other} did not answer your offer for ${petsOf(mail)} in time, so it has expired. This does not count against either of you.`,
        ],
        facts: basics(mail),
      }),
    },
  },
}

/** Returns the mails of an event that starts from a status other than a request. */
export const otherLetters = (event: string, from: BookingStatus | null): Letters | undefined =>
  from === null ? undefined : lettersFrom[event]?.[from]
