import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import { checkedLookup, guard } from '#server/kernel/http/public-address.ts'
import { checkUrl, type FetchPolicy, FetchRefused, strictPolicy } from '#server/kernel/http/safe-fetch.ts'

export type PushKeys = { publicKey: string; privateKey: string }
/** Subscription of a browser: the address of its push service and the keys for encryption. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }
export type Push = {
  payload: string
  /** How long the push service keeps the message for an offline browser. */
  ttlSeconds: number
  isUrgent: boolean
  /** A later message with the same topic replaces one that is waiting: at most 32 characters of base64url. */
  topic?: string
}
/** `gone`: the subscription no longer exists. */
export type PushOutcome = 'sent' | 'gone'

export const newPushKeys = (): PushKeys => webPush.generateVAPIDKeys()

export class PushFailed extends Error {
  override name = 'PushFailed'
}

/**
 * Encrypts a message for one browser, signs it as this site, and sends it to the browser's push service. The address
 * comes from a client, so only public addresses are contacted, only the status of the response is read, and the timeout
 * is ten seconds.
 */
export function sendPush(
  { endpoint, p256dh, auth }: PushAddress,
  { payload, ttlSeconds, isUrgent, topic }: Push,
  by: PushKeys & { contact: string },
  policy: FetchPolicy = strictPolicy,
): Promise<PushOutcome> {
  const url = checkUrl(policy, endpoint)
  const { publicKey, privateKey, contact: subject } = by
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: ttlSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    ...(topic ? { topic } : {}),
  })
  const isSecure = url.protocol === 'https:'
  const options = { keepAlive: false, lookup: checkedLookup(policy.isOpen, policy.resolve) }
  const agent = guard(isSecure ? new https.Agent(options) : new http.Agent(options), policy.isOpen)
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent,
      headers,
      signal: AbortSignal.timeout(policy.totalMs),
      maxHeaderSize: 16_384,
    })
    request.once('response', (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      if (statusCode >= 200 && statusCode < 300) resolve('sent')
      else if (statusCode === 404 || statusCode === 410) resolve('gone')
      else reject(new PushFailed(`The push service answered ${statusCode}`))
    })
    request.once('error', (error) =>
      reject(new PushFailed('The push service was not reached', { cause: error })),
    )
    request.end(body)
  })
}

/** Returns true if the policy allows this address, judged without resolving its name. */
export function isPushAddress(endpoint: string, policy: FetchPolicy = strictPolicy): boolean {
  try {
    checkUrl(policy, endpoint)
    return true
  } catch (error) {
    if (error instanceof FetchRefused) return false
    throw error
  }
}
