import type { Site, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Throws unless the viewer has confirmed the e-mail address; `rule` is the sentence that says what requires it. */
export function requireVerifiedAddress(
  site: Site,
  viewer: Pick<TokenViewer, 'emailVerified'>,
  rule: string,
): void {
  if (!site.needsProvenAddress || viewer.emailVerified) return
  const way = site.mailConfigured
    ? 'Open the link in the e-mail that we sent you.'
    : 'This site sends no mail at the moment, so nobody can confirm an address here. Please ask its operator.'
  throw new Problem('email-unverified', { detail: `${rule} ${way}` })
}
