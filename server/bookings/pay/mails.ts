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

const charged = (mail: Mail) => `${money(mail, mail.record.total)} on ${chargeDay(mail) ?? 'its due date'}`

/** Mails about the payment of the price, made at once or with a saved card. */
export const paymentWords = {
  pay: {
    owner: (mail) =>
      settled(mail, `Good news for ${petsOf(mail)}: your booking with ${mail.other} is confirmed.`),
    sitter: (mail) => ({
      paragraphs: [`${mail.other} has paid, and the booking for ${petsOf(mail)} is confirmed.`],
      facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
    }),
  },
  payment_failed: {
    owner: (mail) => ({
      paragraphs: [
        `${mail.other} would like to look after ${petsOf(mail)} and is holding the days for you. ${chargeDay(mail) ? 'Only your card is missing; it is saved now and charged later.' : 'Only the payment is missing.'}`,
        `Nothing has been charged so far. Open the booking to ${chargeDay(mail) ? 'add your card' : 'pay, with another card if you like'}.`,
      ],
      facts: [...basics(mail), ...costs(mail), ...payBy(mail)],
      button: { label: chargeDay(mail) ? 'Add your card' : 'Pay for the booking', url: bookingUrl(mail) },
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} still has to pay for the booking for ${petsOf(mail)}. Your days are held until then; if the payment does not come in time, they are free again.`,
      ],
      facts: [...basics(mail), ...payBy(mail)],
    }),
  },
  payment_expired: {
    owner: (mail) => ({
      paragraphs: [
        'The booking was not paid in time, so it has expired. You were not charged.',
        'Other sitters near you may be free on the same days.',
      ],
      facts: basics(mail),
      button: others(mail),
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} did not pay in time, so the booking for ${petsOf(mail)} has expired. The days are free in your calendar again.`,
      ],
      facts: basics(mail),
    }),
  },
  keep_card: {
    owner: (mail) => {
      const { paragraphs, ...rest } = settled(
        mail,
        `Good news for ${petsOf(mail)}: your booking with ${mail.other} is confirmed.`,
      )
      const cardSavedParagraph = `Your card is saved and will be charged ${charged(mail)}. You pay nothing before then; we remind you some days before.`
      return { ...rest, paragraphs: [paragraphs[0]!, cardSavedParagraph, ...paragraphs.slice(1)] }
    },
    sitter: (mail) => ({
      paragraphs: [
        `The booking for ${petsOf(mail)} is confirmed, and the days are booked in your calendar. The start is far ahead, so ${mail.other}’s card is saved and will be charged on ${chargeDay(mail) ?? 'its due date'}; we tell you when it is paid.`,
      ],
      facts: [...basics(mail), ...earns(mail), ...contacts(mail)],
    }),
  },
  remind_charge: {
    owner: (mail) => ({
      paragraphs: [
        `Your card will be charged ${charged(mail)} for the booking with ${mail.other}. You don’t need to do anything.`,
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
      paragraphs: [`${mail.other} has paid for the booking for ${petsOf(mail)}. Everything stays as agreed.`],
      facts: [...basics(mail), ...earns(mail)],
    }),
  },
} satisfies Record<string, Partial<Record<Party, Words>>>

const declined: Partial<Record<Party, Words>> = {
  owner: (mail) => ({
    paragraphs: [
      `Your card could not be charged for the booking with ${mail.other}: it was declined, or your bank asks you to confirm the payment.`,
      `${mail.other} is holding the days for you. Open the booking to pay, with another card if you like; if you do not pay in time, it expires and you are not charged.`,
    ],
    facts: [...basics(mail), ...costs(mail), ...payBy(mail)],
    button: { label: 'Pay for the booking', url: bookingUrl(mail) },
  }),
  sitter: (mail) => ({
    paragraphs: [
      `${mail.other}’s card could not be charged for the booking for ${petsOf(mail)}, and we have asked for another one. Your days are held until then; if the payment does not come in time, they are free again.`,
    ],
    facts: [...basics(mail), ...payBy(mail)],
  }),
}

/** Returns the mails for a saved card that fails, when the booking was already confirmed. */
export const declinedLetters = (event: string, from: BookingStatus | null): typeof declined | undefined =>
  event === 'payment_failed' && from === 'confirmed' ? declined : undefined
