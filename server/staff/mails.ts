import type { Role } from '#contract/staff/codes.ts'
import { roleNames } from '#contract/staff/words.ts'
import type { Site } from '#server/kernel/deps.ts'
import { type MailContent, renderMail } from '#server/kernel/mail/mail-content.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'
import { greetingTo } from '#server/kernel/words.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

type RolesChanged = { given: readonly Role[]; taken: readonly Role[]; reason: string; isStaff: boolean }

const namesOf = (roles: readonly Role[]) => roles.map((role) => roleNames[role]).join(', ')

export function rolesChangedLetter(
  { given, taken, reason, isStaff }: RolesChanged,
  { name, url }: Site,
): NoticeLetter {
  return {
    subject: isStaff ? `Your roles on ${name} have changed` : `You no longer help to run ${name}`,
    greeting: 'Hello,',
    paragraphs: [
      isStaff
        ? 'An owner of the site has changed what you may do on the desk. While you have a role, you are signed out twelve hours after each sign-in.'
        : 'An owner of the site has taken your roles. Your own account stays as it is.',
      'This is why:',
    ],
    facts: [
      ...(given.length > 0 ? [['New', namesOf(given)] satisfies [string, string]] : []),
      ...(taken.length > 0 ? [['Taken', namesOf(taken)] satisfies [string, string]] : []),
    ],
    quoted: reason,
    button: isStaff
      ? { label: 'Open the desk', url: `${url}/admin` }
      : { label: 'Open your account', url: `${url}/account` },
    closing: 'If you did not expect this, reply to this e-mail.',
  }
}

/** What was corrected; absent is what stayed. */
type Corrected = { name?: string; phoneNumber?: string | null; reason: string }

export const detailsCorrectedLetter = (
  { name, phoneNumber, reason }: Corrected,
  site: Site,
): NoticeLetter => ({
  subject: `We have corrected your details on ${site.name}`,
  greeting: 'Hello,',
  paragraphs: ['We have changed what is entered in your account. This is why:'],
  facts: [
    ...(name === undefined ? [] : [['Name', name] satisfies [string, string]]),
    ...(phoneNumber === undefined
      ? []
      : [['Phone number', phoneNumber ?? 'None'] satisfies [string, string]]),
  ],
  quoted: reason,
  button: { label: 'See your profile', url: `${site.url}/account/profile` },
  closing: 'If this is wrong, change it there or reply to this e-mail.',
})

type Merged = { goes: string; stays: string; reason: string }

/** Goes to both addresses, because only one of them may belong to whoever asked for it. */
export function mergedMail(
  to: { name: string; email: string },
  { goes, stays, reason }: Merged,
  site: Site,
): OutgoingMail {
  const letter: MailContent = {
    subject: `Your two accounts on ${site.name} are one now`,
    greeting: greetingTo(to.name),
    paragraphs: [
      'We have merged two accounts. Pets, bookings, messages and everything else are in the one that stays; the other is closed for good. This is why:',
    ],
    facts: [
      ['Stays', stays],
      ['Closed', goes],
    ],
    quoted: reason,
    button: { label: 'Sign in', url: `${site.url}/auth/sign-in` },
    closing: 'If you did not ask for this, reply to this e-mail at once.',
  }
  return {
    to: to.email,
    kind: 'staff.merged',
    replyTo: site.operator.email,
    ...renderMail(letter, site),
  }
}
