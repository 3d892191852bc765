import type { Site } from '#server/kernel/deps.ts'
import { renderMail } from '#server/kernel/mail/mail-content.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'
import { greetingTo } from '#server/kernel/words.ts'

/** Tells somebody that their profile from elsewhere waits; nothing of it is public until they say so. */
export const invitationMail = (to: string, name: string, site: Site): OutgoingMail => ({
  to,
  kind: 'import-invitation',
  replyTo: site.operator.email,
  ...renderMail(
    {
      subject: `Your sitter profile can move to ${site.name}`,
      greeting: greetingTo(name),
      paragraphs: [
        `${site.operator.name} has brought the sitter profile that you had elsewhere to ${site.name}. It waits for you, and nobody else sees it.`,
        'Create an account with this e-mail address, or sign in if you have one. Under “Sitting” you can then take the profile over, change it and publish it, or delete it.',
        'If you do nothing, it is deleted 90 days after it was brought here.',
      ],
      facts: [],
      quoted: null,
      button: { label: 'See the profile', url: `${site.url}/account/sitters`, isSpelled: true },
      closing: 'You did not expect this? Reply to this e-mail, and we delete everything about you at once.',
    },
    site,
  ),
})
