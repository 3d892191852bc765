import type { Party } from '#contract/codes.ts'
import {
  basics,
  type Body,
  bookingUrl,
  costs,
  earns,
  type Mail,
  momentOf,
  moved,
  petsOf,
  type Words,
} from '#server/bookings/facts-mails.ts'
import { payloadOf } from '#server/bookings/record/record.ts'

const payButton = (mail: Mail) => ({ label: 'Pay now', url: bookingUrl(mail) })

const payBy = (mail: Mail): Body['facts'] =>
  mail.record.extra ? [['Pay by', momentOf(mail, mail.record.extra.pay_by)]] : []

/** The note that came with the tip. */
const noteOfTip = ({ record }: Mail): string | null => {
  const given = record.events.findLast(({ event }) => event === 'tip')
  return given ? (payloadOf(given).note ?? null) : null
}

const askForChange =
  (why: (mail: Mail) => string): Words =>
  (mail) => ({
    paragraphs: [
      why(mail),
      'Until it is paid the booking stays as it is, and the places for the change are kept. When no payment comes in time, nothing changes and nothing is charged.',
    ],
    facts: [...basics(mail), ...moved(mail, 'To be paid'), ...payBy(mail)],
    button: payButton(mail),
  })

const askForTip =
  (why: string): Words =>
  (mail) => ({
    paragraphs: [why, 'When no payment comes in time, the tip comes to nothing and you are charged nothing.'],
    facts: [...basics(mail), ...moved(mail, 'Tip'), ...payBy(mail)],
    button: payButton(mail),
  })

const unpaid: Words = (mail) => ({
  paragraphs: [
    'The change was accepted, and was not paid in time. Everything stays as it was agreed, and no money moves.',
  ],
  facts: basics(mail),
})

/** Mails about payments on top of the price. */
export const extraWords = {
  pay_change: {
    owner: (mail) => ({
      paragraphs: ['The change is paid and in force. This is how the booking stands from now on.'],
      facts: [...basics(mail), ...moved(mail, 'You paid on top'), ...costs(mail)],
    }),
    sitter: (mail) => ({
      paragraphs: [`${mail.other} has paid for the change. This is how the booking stands from now on.`],
      facts: [...basics(mail), ...moved(mail, 'The owner paid on top'), ...earns(mail)],
    }),
  },
  change_payment_failed: {
    owner: askForChange(
      (mail) =>
        `The change of your booking with ${mail.other} is accepted. It costs more, and your bank would like to hear from you, or the card was declined.`,
    ),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has yet to pay what the change costs on top. The places for it are kept; until it is paid the booking stays as it is.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'The owner pays on top'), ...payBy(mail)],
    }),
  },
  remind_change_payment: {
    owner: askForChange(
      (mail) => `The change of your booking with ${mail.other} still waits for your payment.`,
    ),
  },
  change_payment_expired: { owner: unpaid, sitter: unpaid },
  pay_tip: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} thanks you for the time with ${petsOf(mail)}. All of the tip is yours; it comes to your bank account like your earnings.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'Tip')],
      quoted: noteOfTip(mail),
    }),
  },
  tip_payment_failed: {
    owner: askForTip(
      'Your tip is not paid yet: your bank would like to hear from you, or the card was declined.',
    ),
  },
  remind_tip_payment: { owner: askForTip('Your tip still waits for your payment.') },
  tip_payment_expired: {
    owner: (mail) => ({
      paragraphs: ['Your tip was not paid in time, so it was not given. You were charged nothing.'],
      facts: [...basics(mail), ...moved(mail, 'Tip')],
    }),
  },
} satisfies Record<string, Partial<Record<Party, Words>>>
