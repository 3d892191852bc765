import type { BookingStatus, Party } from '#contract/codes.ts'
import { settled } from '#server/bookings/begin/mails.ts'
import {
  basics,
  bookingUrl,
  chargeDay,
  contacts,
  costs,
  earns,
  type Mail,
  money,
  others,
  payBy,
  petsOf,
  type Words,
} from '#server/bookings/facts-mails.ts'

const charged = (mail: Mail) => `${money(mail, mail.record.total)} on ${chargeDay(mail) ?? 'its day'}`

/** Mails about the payment of the price, made at once or with a saved card. */
export const paymentWords = {
  pay: {
    owner: (mail) =>
      settled(mail, `${petsOf(mail)} can look forward to it: your booking with ${mail.other} is confirmed.`),
    sitter: (mail) => ({
      paragraphs: [`${mail.other} has paid, and the booking for ${petsOf(mail)} is confirmed.`],
      facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
    }),
  },
  payment_failed: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} would like to look after ${petsOf(mail)} and keeps the days for you. ${chargeDay(mail) ? 'Your card is all that is missing; it is kept now and charged later.' : 'The payment is all that is missing.'}`,
        `Nothing has been charged so far. Open the booking to ${chargeDay(mail) ? 'add your card' : 'pay, with another card if you like'}.`,
      ],
      facts: [...basics(mail), ...costs(mail), ...payBy(mail)],
      button: { label: chargeDay(mail) ? 'Add your card' : 'Pay for the booking', url: bookingUrl(mail) },
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has yet to pay for ${petsOf(mail)}. Your days are kept until then; when no payment comes in time, they are open again.`,
      ],
      facts: [...basics(mail), ...payBy(mail)],
    }),
  },
  payment_expired: {
    owner: (mail) => ({
      paragraphs: [
        'The booking was not paid in time, so it has ended and you were charged nothing.',
        'Other sitters near you may be free on the same days.',
      ],
      facts: basics(mail),
      button: others(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} did not pay in time, so the booking for ${petsOf(mail)} has ended. The days are open in your calendar again.`,
      ],
      facts: basics(mail),
    }),
  },
  keep_card: {
    owner: (mail) => {
      const { paragraphs, ...rest } = settled(
        mail,
        `${petsOf(mail)} can look forward to it: your booking with ${mail.other} is confirmed.`,
      )
      const kept = `Your card is kept, and charged ${charged(mail)}. Until then you have paid nothing; we remind you some days before.`
      return { ...rest, paragraphs: [paragraphs[0]!, kept, ...paragraphs.slice(1)] }
    },
    sitter: (mail) => ({
      paragraphs: [
        `The booking for ${petsOf(mail)} is confirmed, and the days are taken in your calendar. The start is far ahead, so the card of ${mail.other} is kept and charged on ${chargeDay(mail) ?? 'its day'}; we tell you when it is paid.`,
      ],
      facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
    }),
  },
  remind_charge: {
    owner: (mail) => ({
      paragraphs: [
        `Your card is charged ${charged(mail)} for the booking with ${mail.other}. You need do nothing.`,
        'If your plans have changed, cancel before that day and you pay nothing.',
      ],
      facts: [...basics(mail), ...costs(mail)],
    }),
  },
  swap_card: {},
  charge_card: {},
  pay_charge: {
    owner: (mail) => ({
      paragraphs: [`Your card was charged for the booking with ${mail.other}. Everything is set.`],
      facts: [...basics(mail), ...costs(mail)],
    }),
    sitter: (mail) => ({
      paragraphs: [`${mail.other} has paid for ${petsOf(mail)}. The booking stands as it was agreed.`],
      facts: [...basics(mail), ...earns(mail)],
    }),
  },
} satisfies Record<string, Partial<Record<Party, Words>>>

const declined: Partial<Record<Party, Words>> = {
  owner: (mail) => ({
    paragraphs: [
      `Your card could not be charged for the booking with ${mail.other}: it was declined, or your bank would like to hear from you.`,
      `${mail.other} keeps the days for you. Open the booking to pay, with another card if you like; when no payment comes in time, it ends and you are charged nothing.`,
    ],
    facts: [...basics(mail), ...costs(mail), ...payBy(mail)],
    button: { label: 'Pay for the booking', url: bookingUrl(mail) },
  }),
  sitter: (mail) => ({
    paragraphs: [
      `The card of ${mail.other} could not be charged for ${petsOf(mail)}, and we have asked for another one. Your days are kept until then; when no payment comes in time, they are open again.`,
    ],
    facts: [...basics(mail), ...payBy(mail)],
  }),
}

/** Returns the mails for a saved card that fails, when the booking was already confirmed. */
export const declinedLetters = (event: string, from: BookingStatus | null): typeof declined | undefined =>
  event === 'payment_failed' && from === 'confirmed' ? declined : undefined
