import type { OpenMatter } from '#server/identity/deletion/open-matter.ts'
import { sentencesOf } from '#server/identity/deletion/open-matter.ts'
import type { Site } from '#server/kernel/deps.ts'
import { renderMail } from '#server/kernel/mail/mail-content.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'
import { greetingTo } from '#server/kernel/words.ts'

/** Mail to each operator: an account cannot be erased on time. */
export function erasureDelayedMail(
  to: { name: string; email: string },
  open: readonly OpenMatter[],
  site: Site,
): OutgoingMail {
  const letter = {
    subject: 'An account is waiting to be erased',
    greeting: greetingTo(to.name),
    paragraphs: [
      'The 14 days after which an account should be deleted are over, but something that involves other people has come up in the meantime. The account will be erased as soon as that is settled; until then nobody can sign in to it.',
      sentencesOf(open),
    ],
    facts: [],
    quoted: null,
    button: { label: 'Open the bookings', url: `${site.url}/admin/bookings`, isSpelled: true },
    closing: 'We send this e-mail only once.',
  }
  return { to: to.email, kind: 'accounts.erasure-waits', ...renderMail(letter, site) }
}
