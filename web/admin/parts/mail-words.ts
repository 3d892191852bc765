import type { DeskMail } from '#contract/mails/mails.ts'
import type { MailSuppression } from '#contract/mails/suppressions.ts'
import { plural } from '#web/format.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** `none` is the title of an empty list. */
export const mailStates: Record<
  DeskMail['state'],
  { words: string; tone: Tone; none: string; what: string }
> = {
  given_up: {
    words: 'Given up',
    tone: 'rust',
    none: 'No mail was given up',
    what: 'A mail that the mail server refuses, or does not take within a day, appears here.',
  },
  waiting: {
    words: 'Waiting',
    tone: 'gold',
    none: 'No mail is waiting',
    what: 'Mails that are about to be sent, or sent again, appear here.',
  },
  sent: {
    words: 'Sent',
    tone: 'green',
    none: 'No mail was sent in the last week',
    what: 'Mails that the mail server has taken appear here for a week.',
  },
  suppressed: {
    words: 'Suppressed',
    tone: 'neutral',
    none: 'No mail was suppressed',
    what: 'Mails to addresses that get no more mail appear here.',
  },
  left: {
    words: 'Left unsent',
    tone: 'neutral',
    none: 'No mail was left unsent',
    what: 'Mails that were given up, and that you have decided to leave, appear here.',
  },
}

/** Says how often a mail was tried, and with what result. */
export function mailResult({ state, attempts, answer }: DeskMail): string {
  if (answer) return answer
  if (state === 'sent') return 'The mail server has taken it.'
  return attempts === 0 ? 'It was not tried yet.' : `It was tried ${plural(attempts, 'time')}.`
}

/** Returns true for the states in which a mail can be sent again. */
export const isResendable = ({ state }: DeskMail): boolean => state !== 'waiting' && state !== 'sent'

export const suppressionCauses: Record<MailSuppression['cause'], { words: string; tone: Tone }> = {
  bounce: { words: 'Mails came back', tone: 'rust' },
  complaint: { words: 'Called spam', tone: 'gold' },
  manual: { words: 'Stopped by staff', tone: 'neutral' },
}
