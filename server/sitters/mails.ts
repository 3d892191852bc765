import type { MailContent } from '#server/kernel/mail/mail-content.ts'
import { greetingTo } from '#server/kernel/words.ts'

/** An operator's decision about a profile; a profile sent back comes with the reason. */
export type Decision = { kind: 'approved' } | { kind: 'sent-back'; reason: string }
type Site = { name: string; url: string }

/** Builds the letter that tells the sitter the result of the profile's check. */
export function decisionLetter(name: string, sitterId: string, decision: Decision, site: Site): MailContent {
  const isApproved = decision.kind === 'approved'
  return {
    subject: isApproved
      ? `Your sitter profile on ${site.name} is published`
      : `Your sitter profile on ${site.name} needs a change`,
    greeting: greetingTo(name),
    paragraphs: isApproved
      ? [
          'We have looked at your profile, and owners near you can find it now.',
          'Keep your calendar up to date, and answer requests within a day: both bring you more of them.',
        ]
      : [
          'We have looked at your profile and cannot publish it yet. Everything you entered is saved. This is why:',
        ],
    facts: [],
    quoted: isApproved ? null : decision.reason,
    button: {
      label: isApproved ? 'Open your profile' : 'Change your profile',
      url: `${site.url}/account/sitters/${sitterId}`,
    },
    closing: isApproved
      ? 'You can pause it at any time.'
      : 'Once you have changed it, publish it again, and we will take another look.',
  }
}
