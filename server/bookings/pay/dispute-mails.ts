import type { Party } from '#contract/codes.ts'
import { basics, type Mail, money, reasonOf, type Words } from '#server/bookings/facts-mails.ts'
import type { disputeTransitions } from '#server/bookings/pay/dispute-transitions.ts'

const about =
  (...paragraphs: ((mail: Mail) => string)[]): Words =>
  (mail) => ({
    paragraphs: paragraphs.map((paragraph) => paragraph(mail)),
    facts: [...basics(mail), ['Payment', money(mail, mail.payload.amount ?? 0)]],
  })

/** The wording is careful: a bank asks for many reasons, and nobody is accused of anything. */
export const disputeWords: Record<keyof typeof disputeTransitions, Partial<Record<Party, Words>>> = {
  dispute_opened: {
    owner: about(
      () =>
        'Your bank has told us that the payment for this booking is being questioned. Often the name on the statement was not recognised, or somebody else uses the same card.',
      () =>
        'If this is a mistake, please tell your bank: that is the quickest way to settle it. If something was wrong with the booking, write to us or open a case on its page, so that we can put it right. The money is on hold until the bank decides.',
    ),
    sitter: about(
      ({ other }) =>
        `${other}’s bank is asking about the payment for this booking. That happens for many reasons, for example because a name on a statement was not recognised. It does not mean that you did anything wrong.`,
      () =>
        'We answer the bank. Your payout for this booking is on hold until the bank has decided, which can take some weeks; everything else goes on as agreed. Photos and messages from the booking help, so please keep them.',
    ),
  },
  dispute_escalated: {},
  dispute_won: {
    owner: about(
      () =>
        'Your bank has looked at the payment for this booking, and the payment stands. You don’t need to do anything.',
    ),
    sitter: about(
      ({ other }) =>
        `${other}’s bank has looked at the payment, and the payment stands. Your payout for this booking is no longer on hold; you don’t need to do anything.`,
    ),
  },
  dispute_lost: {
    owner: about(
      () =>
        'Your bank has decided in your favour about this payment and returns the money to you itself. This includes any refund that we still owed you.',
    ),
    sitter: about(
      ({ other }) =>
        `${other}’s bank has decided to return the payment. The operator now decides who bears the loss and writes to you with the reasons. Until then your payout for this booking is on hold.`,
    ),
  },
  dispute_borne: {
    sitter: (mail) => ({
      paragraphs: [
        mail.payload.amount
          ? 'The operator has decided that you bear a part of the payment that the bank took back. It is taken from what you earned with this booking. The reasons are below; if you do not agree, reply to this e-mail.'
          : 'The site bears the loss of the payment that the bank took back. You lose nothing, and your payout is no longer on hold. The reasons are below.',
      ],
      facts: [...basics(mail), ['You bear', money(mail, mail.payload.amount ?? 0)]],
      quoted: reasonOf(mail),
    }),
  },
  dispute_reversed: {
    owner: about(
      () =>
        'Your bank had returned the money for this booking to you. It has now changed its decision, and the payment stands. Your bank collects the money from you itself; if anything about that is not clear, please ask your bank.',
      () =>
        'If we owed you a refund of part of it, your bank had paid that part for us. We now refund it to your card.',
    ),
    sitter: about(
      ({ other }) => `${other}’s bank has changed its decision, and the payment stands.`,
      () =>
        'If you had to bear a part of the loss, you get it back as a separate payout, which the booking page shows.',
    ),
  },
}
