import type { BookingStatus, Party } from '#contract/codes.ts'
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
import { dayInWords, moneyInWords } from '#server/kernel/words.ts'

type Letters = Partial<Record<Party, Words>>

/** Body for a confirmed booking; the first sentence says how it came about. */
export const settled = (mail: Mail, first: string): Body => ({
  paragraphs: [
    first,
    freeUntil(mail),
    'Requests you sent to others for the same pets and times are withdrawn.',
  ],
  facts: [...basics(mail), ...costs(mail), ...contacts(mail)],
})

export const booked = (mail: Mail, first: string): Body => ({
  paragraphs: [first, 'The days are taken in your calendar. On the page of the booking you see who comes.'],
  facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
})

/** The terms that an offer replaces. */
function before({ payload, record }: Mail): Body['facts'] {
  const { before: asked, discount = 0 } = payload
  if (!asked) return []
  const { currency } = record
  const days =
    asked.startOn === asked.endOn
      ? dayInWords(asked.startOn)
      : `${dayInWords(asked.startOn)} to ${dayInWords(asked.endOn)}`
  return [
    ...(discount > 0 ? ([['Taken off', moneyInWords(discount, currency)]] as const) : []),
    ...(asked.datesOpen
      ? []
      : ([['You had asked', `${days}, ${moneyInWords(asked.total, currency)}`]] as const)),
  ]
}

/** Mails of the events that lead to a confirmation, beside the request and its acceptance. */
export const startLetters = {
  inquire: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has a question before asking you to look after ${petsOf(mail)}. No day is taken. You can make an offer, or decline with a few words; a no is never held against you.`,
      ],
      facts: [...basics(mail), ...answerBy(mail)],
      quoted: mail.record.message,
      button: { label: 'Answer the question', url: bookingUrl(mail) },
    }),
    owner: (mail) => ({
      paragraphs: [
        `We have passed your question on to ${mail.other}. It takes no places and costs nothing; you can make a request of it at any time.`,
      ],
      facts: basics(mail),
      quoted: mail.record.message,
    }),
  },
  instant_book: {
    owner: (mail) =>
      settled(mail, `${petsOf(mail)} can look forward to it: your booking with ${mail.other} is confirmed.`),
    sitter: (mail) =>
      booked(mail, `${mail.other} has booked you for ${petsOf(mail)}, as you allow it without a request.`),
  },
  offer: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} offers to look after ${petsOf(mail)} on the terms below. ${mail.payload.before ? 'Compare them with what you asked for, then take' : 'Take'} the offer or let it pass; nothing is charged until you take it.`,
      ],
      facts: [...basics(mail), ...costs(mail), ...before(mail), ...answerBy(mail)],
      quoted: reasonOf(mail),
      button: { label: 'Look at the offer', url: bookingUrl(mail) },
    }),
  },
  accept_offer: {
    owner: (mail) =>
      settled(mail, `${petsOf(mail)} can look forward to it: you have taken the offer of ${mail.other}.`),
    sitter: (mail) => booked(mail, `${mail.other} has taken your offer for ${petsOf(mail)}.`),
  },
  remind: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} still waits for your answer about ${petsOf(mail)}. A no is never held against you; silence is.`,
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
          `The question about ${petsOf(mail)} has been withdrawn. You need do nothing, and it counts in none of your figures.`,
        ],
        facts: basics(mail),
      }),
    },
    offered: {
      sitter: (mail) => ({
        paragraphs: [
          `${mail.other} declined your offer for ${petsOf(mail)}. It took no places, so your calendar is as it was.`,
        ],
        facts: basics(mail),
      }),
    },
    awaiting_payment: {
      owner: (mail) => ({
        paragraphs: [
          `Your booking with ${mail.other} for ${petsOf(mail)} does not take place. You were charged nothing.`,
          'Other sitters near you may be free on the same days.',
        ],
        facts: basics(mail),
        quoted: reasonOf(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [
          `The booking of ${mail.other} for ${petsOf(mail)} has ended before it was paid. The days are open in your calendar again.`,
        ],
        facts: basics(mail),
      }),
    },
  },
  decline: {
    offered: {
      owner: (mail) => ({
        paragraphs: [
          `${mail.other} has taken the offer for ${petsOf(mail)} back. You were charged nothing.`,
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
        paragraphs: [`Your question to ${mail.other} has expired. You were charged nothing.`],
        facts: basics(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [`The question of ${mail.other} about ${petsOf(mail)} has ended. You need do nothing.`],
        facts: basics(mail),
      }),
    },
    offered: {
      owner: (mail) => ({
        paragraphs: [
          `You did not answer the offer of ${mail.other} in time, so it has ended and you were charged nothing.`,
        ],
        facts: basics(mail),
        button: others(mail),
      }),
      sitter: (mail) => ({
        paragraphs: [
          `${mail.other} did not answer your offer for ${petsOf(mail)} in time, so it has ended. It counts against nobody.`,
        ],
        facts: basics(mail),
      }),
    },
  },
}

/** Returns the mails of an event that starts from a status other than a request. */
export const otherLetters = (event: string, from: BookingStatus | null): Letters | undefined =>
  from === null ? undefined : lettersFrom[event]?.[from]
