import type { Site } from '#server/kernel/deps.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

const objection =
  'If you think this is wrong, reply to this e-mail and tell us why: somebody who was not involved in the decision will look at it again, free of charge.'

/** `until`: the end in words, null if the end is open. */
type Suspended = { reason: string; until: string | null; hadProfile: boolean }

/** Statement of reasons for a person whose account was suspended. */
export function suspendedLetter({ reason, until, hadProfile }: Suspended, site: Site): NoticeLetter {
  return {
    subject: 'Your account is suspended',
    greeting: 'Hello,',
    paragraphs: [
      'We have suspended your account. You cannot sign in while this lasts, and your open requests have ended. Bookings that are agreed go on: we will write to you about each of them.',
      ...(hadProfile ? ['Your sitter profile is no longer shown.'] : []),
      'A person has decided this, and this is why:',
    ],
    facts: [['Until', until ?? 'We open the account again']],
    quoted: reason,
    button: { label: 'What we expect of each other', url: `${site.url}/legal/terms-and-conditions` },
    closing: objection,
  }
}

type Restored = { reason: string | null; hasProfile: boolean }

export function restoredLetter({ reason, hasProfile }: Restored, site: Site): NoticeLetter {
  return {
    subject: 'Your account is open again',
    greeting: 'Hello,',
    paragraphs: [
      reason === null
        ? 'The suspension of your account is over: you can sign in again.'
        : 'We have ended the suspension of your account: you can sign in again. This is why:',
      ...(hasProfile ? ['Your sitter profile is a draft. Publish it again when you are ready.'] : []),
    ],
    facts: [],
    quoted: reason,
    button: { label: 'Sign in', url: `${site.url}/auth/sign-in` },
    closing: 'Welcome back.',
  }
}
