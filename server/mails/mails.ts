import type { Site } from '#server/kernel/deps.ts'
import { renderMail } from '#server/kernel/mail/mail-content.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'

/** A mail that shows whether mails arrive, and how they look. */
export const testMailTo = (to: string, site: Site): OutgoingMail => ({
  to,
  kind: 'test',
  replyTo: site.operator.email,
  ...renderMail(
    {
      subject: `Test mail from ${site.name}`,
      greeting: 'Hello,',
      paragraphs: [
        'This mail was sent to find out whether mails of the site arrive. If you read it, they do.',
        'Look at its headers too: the results for SPF, DKIM and DMARC should be “pass”, so that other mails are not taken for spam.',
      ],
      facts: [['Site', site.url]],
      quoted: null,
      button: { label: 'Open the desk', url: `${site.url}/admin/mails` },
      closing: 'If you did not expect this mail, you can ignore it.',
    },
    site,
  ),
})
