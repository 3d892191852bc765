import type { Letter } from '#server/kernel/mail/letter.ts'
import { moneyInWords } from '#server/kernel/words.ts'

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
export function creditLetter({ to, other, wasInvited, amount, currency, site }: CreditMail): Letter {
  const money = moneyInWords(amount, currency)
  return {
    subject: `You have earned ${money} for your next booking`,
    greeting: `Hello ${to},`,
    paragraphs: [
      wasInvited
        ? `Your first booking is complete, and ${firstName(other)} brought you here: both of you get a credit.`
        : `${firstName(other)} came through your link and has completed a first booking: both of you get a credit.`,
      'You need do nothing. Your next request as an owner takes it off the price by itself. One booking takes one credit; what a cheaper booking does not need of it lapses.',
    ],
    facts: [['Your credit', money]],
    quoted: null,
    button: { label: 'See your credits', url: `${site.url}/account/invite` },
    closing: 'If the booking is withdrawn, declined or given back in full, the credit is yours again.',
  }
}
