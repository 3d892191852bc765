import { createECDH } from 'node:crypto'
import type { WithDatabase } from '#server/doctor/check.ts'
import { fault, type Finding, notConfigured, ok } from '#server/doctor/finding.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import type { PushKeys } from '#server/kernel/outside/push.ts'
import { findPushKeys } from '#server/notices/device-commands.ts'

const publicPartOf = (privateKey: string): string => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}

function fits({ publicKey, privateKey }: PushKeys): boolean {
  try {
    return publicPartOf(privateKey) === publicKey.replace(/=+$/, '')
  } catch {
    return false
  }
}

/** Whether the key pair of the site can be used, and its two halves belong together. */
export async function push({ config, deps }: WithDatabase): Promise<Finding> {
  if (!config.site.url.startsWith('https:'))
    return notConfigured('Browsers allow push notifications with https only.')
  try {
    const keys = await findPushKeys(deps)
    if (!keys) return notConfigured('There is no key pair yet; it is made when somebody switches push on.')
    return fits(keys)
      ? ok('The key pair is complete.')
      : fault('The two push keys do not belong together.', 'Copy PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY again.')
  } catch (error) {
    return fault(
      `${messageOf(error)}.`,
      'Give the earlier secret in SECRET_PREVIOUS, or set PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY.',
    )
  }
}
