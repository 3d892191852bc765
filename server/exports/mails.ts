import { exportDays } from '#contract/exports/codes.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import { greetingTo, instantInWords } from '#server/kernel/words.ts'

/** `staffReason` says why staff had the copy made; null if the person asked for it. */
type MailFacts = { name: string; site: Site; staffReason: string | null }

const pageOf = ({ url }: Site): string => `${url}/account/data`

const ofOwnRequest = ({ name }: Site): string[] => [
  `The copy of your data on ${name} that you asked for is ready. It is one ZIP file. You find it in your account, where we ask you to confirm your identity before you can download it.`,
  `If you did not ask for it, somebody else is signed in as you. Choose a new password at once: this signs out everybody else. Nobody can download the copy without your password or another way to sign in.`,
]

/** Announces the archive, which needs a sign-in: the mail itself gives no access. */
export const readyLetter = (
  { name, site, staffReason }: MailFacts,
  { endsAt, timeZone }: { endsAt: Date; timeZone: string },
): MailContent => ({
  subject: 'The copy of your data is ready',
  greeting: greetingTo(name),
  paragraphs:
    staffReason === null
      ? ofOwnRequest(site)
      : [
          `We have prepared a copy of your data on ${site.name} for you. It is one ZIP file. You find it in your account, where we ask you to confirm your identity before you can download it. Nobody else can download it, and we do not see it either.`,
          'This is why we prepared it:',
        ],
  facts: [['Deleted after', `${exportDays} days, on ${instantInWords(endsAt, timeZone)}`]],
  quoted: staffReason,
  button: { label: 'Go to the copy', url: pageOf(site) },
  closing:
    staffReason === null
      ? `Was it not you? Choose a new password: ${site.url}/account/security`
      : 'If you have questions, reply to this e-mail.',
})

export const failedLetter = ({ name, site, staffReason }: MailFacts): MailContent => ({
  subject: 'The copy of your data could not be made',
  greeting: greetingTo(name),
  paragraphs: [
    `${staffReason === null ? 'You asked for' : 'We wanted to prepare'} a copy of your data on ${site.name}. We tried several times but could not make it. None of your data is lost.`,
    `Please ask for it again. If it fails again, write to ${site.operator.email}, and we will send it to you in another way.`,
  ],
  facts: [],
  quoted: null,
  button: { label: 'Ask again', url: pageOf(site) },
  closing: 'We are sorry for the trouble.',
})
