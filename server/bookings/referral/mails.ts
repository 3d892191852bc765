import { formatMoney } from '#contract/words.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import { greetingTo } from '#server/kernel/words.ts'

export type CreditMail = {
  /** The recipient, and the other side of the invitation. */
  to: string
  other: string
  /** The reader is the one who was invited. */
  wasInvited: boolean
  amount: number
  currency: string
  site: { name: string; url: string }
}

const firstName = (name: string): string => name.split(' ')[0] ?? name

/** Explains what the credit is for, how it is used and what happens to the unused part. */
export function creditLetter({ to, other, wasInvited, amount, currency, site }: CreditMail): MailContent {
  const money = formatMoney(amount, currency)
  return {
    subject: `You have earned ${money} for your next booking`,
    greeting: greetingTo(to),
    paragraphs: [
      wasInvited
        ? `Your first booking is complete, and ${firstName(other)} invited you: both of you get a credit.`
        : `${firstName(other)} joined through your link and has completed a first booking: both of you get a credit.`,
      'You don’t need to do anything: the credit is taken off the price of your next request as an owner. You can use one credit per booking; if the booking costs less than the credit, the rest is lost.',
    ],
    facts: [['Your credit', money]],
    quoted: null,
    button: { label: 'See your credits', url: `${site.url}/account/invite` },
    closing:
      'If the request is withdrawn or declined, or the booking is refunded in full, you get the credit back.',
  }
}
