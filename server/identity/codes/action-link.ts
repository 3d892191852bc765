import type { CodeType } from '#server/identity/codes/code-type.ts'
import type { IdentityOptions } from '#server/identity/options.ts'

const modes: Record<CodeType, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
}

const minutes = 60_000
/** Lifetime of the link in a mail, in milliseconds. */
export const codeLifetimeMs: Record<CodeType, number> = {
  PASSWORD_RESET: 60 * minutes,
  EMAIL_SIGNIN: 60 * minutes,
  VERIFY_AND_CHANGE_EMAIL: 24 * 60 * minutes,
  VERIFY_EMAIL: 3 * 24 * 60 * minutes,
  RECOVER_EMAIL: 7 * 24 * 60 * minutes,
}

/**
 * Builds a link with the parameters of the client library's own action links, so that one page serves every identity
 * service.
 */
export function actionLink(
  type: CodeType,
  code: string,
  continueUrl: string | undefined,
  { origin, apiKey }: Pick<IdentityOptions, 'origin' | 'apiKey'>,
): string {
  const query = new URLSearchParams({ mode: modes[type], oobCode: code, apiKey, lang: 'en' })
  if (continueUrl) query.set('continueUrl', continueUrl)
  return `${origin}/auth/action?${query.toString()}`
}

/** Classifies the URL a link continues to after its action. `foreign` is a valid URL on another host. */
export function classifyContinueUrl(url: string, domains: readonly string[]): 'good' | 'invalid' | 'foreign' {
  if (!URL.canParse(url) || url.length > 2_048) return 'invalid'
  const { protocol, hostname, username, password } = new URL(url)
  if (!/^https?:$/.test(protocol) || username || password) return 'invalid'
  return domains.includes(hostname) ? 'good' : 'foreign'
}
