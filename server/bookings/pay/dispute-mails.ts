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
        'If that is a mistake, please tell your bank so; it is the quickest way. If something was wrong with the booking, write to us or open a case on its page, so that we can put it right. Until the bank decides, the money waits.',
    ),
    sitter: about(
      ({ other }) =>
        `The bank of ${other} asks about the payment for this booking. That happens for many reasons, a statement that was not recognised among them, and says nothing about you.`,
      () =>
        'We answer the bank. Your payout for this booking waits until it has decided, which can take some weeks; everything else goes on as agreed. Pictures and messages from the booking help: please keep them.',
    ),
  },
  dispute_escalated: {},
  dispute_won: {
    owner: about(
      () =>
        'Your bank has looked at the payment for this booking and left it as it was. You need do nothing.',
    ),
    sitter: about(
      ({ other }) =>
        `The bank of ${other} has looked at the payment and left it as it was. Your payout for this booking goes on; you need do nothing.`,
    ),
  },
  dispute_lost: {
    owner: about(
      () =>
        'Your bank has decided the question about this payment in your favour and gives you the money back itself. What may still have been due to you from us is part of it.',
    ),
    sitter: about(
      ({ other }) =>
        `The bank of ${other} has decided to give the payment back. Whoever runs this site now decides who bears it, and writes to you with the reasons. Until then your payout for this booking waits.`,
    ),
  },
  dispute_borne: {
    sitter: (mail) => ({
      paragraphs: [
        mail.payload.amount
          ? 'Whoever runs this site has decided that you bear a part of the payment that the bank took back. It is taken from what you earned with this booking. The reasons are below; if you do not agree, answer this mail.'
          : 'Whoever runs this site bears the payment that the bank took back. You lose nothing, and your payout goes on. The reasons are below.',
      ],
      facts: [...basics(mail), ['You bear', money(mail, mail.payload.amount ?? 0)]],
      quoted: reasonOf(mail),
    }),
  },
  dispute_reversed: {
    owner: about(
      () =>
        'Your bank had given you the money for this booking back, has looked at it once more, and now leaves the payment as it was. It takes the money from you again itself; please ask it if anything about that is not clear.',
      () =>
        'Where a part of it was due to you from us, your bank had paid that part in our place. We now send it to your card.',
    ),
    sitter: about(
      ({ other }) => `The bank of ${other} has looked at the payment once more, and now leaves it as it was.`,
      () =>
        'Whatever you had to bear of it is yours again. It is paid out on its own; the page of the booking shows it.',
    ),
  },
}
