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
      'Until you pay, the booking stays as it is, and the places for the change are held for you. If you do not pay in time, nothing changes and nothing is charged.',
    ],
    facts: [...basics(mail), ...moved(mail, 'To pay'), ...payBy(mail)],
    button: payButton(mail),
  })

const askForTip =
  (why: string): Words =>
  (mail) => ({
    paragraphs: [why, 'If you do not pay in time, the tip expires and nothing is charged.'],
    facts: [...basics(mail), ...moved(mail, 'Tip'), ...payBy(mail)],
    button: payButton(mail),
  })

const unpaid: Words = (mail) => ({
  paragraphs: [
    'The change was accepted but not paid in time. Everything stays as agreed, and no money moves.',
  ],
  facts: basics(mail),
})

/** Mails about payments on top of the price. */
export const extraWords = {
  pay_change: {
    owner: (mail) => ({
      paragraphs: [
        'The change is paid and takes effect now. These are the details of the booking from now on.',
      ],
      facts: [...basics(mail), ...moved(mail, 'You paid extra'), ...costs(mail)],
    }),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} has paid for the change. These are the details of the booking from now on.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'The owner paid extra'), ...earns(mail)],
    }),
  },
  change_payment_failed: {
    owner: askForChange(
      (mail) =>
        `The change to your booking with ${mail.other} was accepted. It costs more, and the payment did not go through: your bank asks you to confirm it, or the card was declined.`,
    ),
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} still has to pay the extra cost of the change. The places for it are held; until the payment, the booking stays as it is.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'The owner pays extra'), ...payBy(mail)],
    }),
  },
  remind_change_payment: {
    owner: askForChange(
      (mail) => `The change to your booking with ${mail.other} is still waiting for your payment.`,
    ),
  },
  change_payment_expired: { owner: unpaid, sitter: unpaid },
  pay_tip: {
    sitter: (mail) => ({
      paragraphs: [
        `${mail.other} thanks you for looking after ${petsOf(mail)}. All of the tip is yours; it is paid to your bank account like your earnings.`,
      ],
      facts: [...basics(mail), ...moved(mail, 'Tip')],
      quoted: noteOfTip(mail),
    }),
  },
  tip_payment_failed: {
    owner: askForTip(
      'Your tip is not paid yet: your bank asks you to confirm the payment, or the card was declined.',
    ),
  },
  remind_tip_payment: { owner: askForTip('Your tip is still waiting for your payment.') },
  tip_payment_expired: {
    owner: (mail) => ({
      paragraphs: ['Your tip was not paid in time, so it was not given. You were not charged.'],
      facts: [...basics(mail), ...moved(mail, 'Tip')],
    }),
  },
} satisfies Record<string, Partial<Record<Party, Words>>>
