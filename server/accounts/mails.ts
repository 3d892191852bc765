import type { OpenMatter } from '#server/identity/deletion/open-matter.ts'
import { sentencesOf } from '#server/identity/deletion/open-matter.ts'
import type { Site } from '#server/kernel/deps.ts'
import { twinsOf } from '#server/kernel/mail/letter.ts'
import type { OutgoingMail } from '#server/kernel/mail/mail.ts'

/** Mail to each operator: an account cannot be erased on time. */
export function heldMail(
  to: { name: string; email: string },
  open: readonly OpenMatter[],
  site: Site,
): OutgoingMail {
  const letter = {
    subject: 'An account waits to be erased',
    greeting: `Hello ${to.name},`,
    paragraphs: [
      'The 14 days of an account that is to be deleted are over, but something has come up in the meantime that others count on. The account is erased as soon as it is settled; nobody can sign in to it meanwhile.',
      sentencesOf(open),
    ],
    facts: [],
    quoted: null,
    button: { label: 'Open the bookings', url: `${site.url}/admin/bookings`, isSpelled: true },
    closing: 'You get this mail once.',
  }
  return { to: to.email, kind: 'accounts.erasure-waits', ...twinsOf(letter, site) }
}
