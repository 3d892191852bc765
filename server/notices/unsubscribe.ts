import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NoticeTopic, noticeTopics } from '#contract/notices/kinds.ts'

/** What the unsubscribe link ends: mails of a topic, or digests. */
export type Unsubscribed = NoticeTopic | 'digest'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const signature = (words: string, secret: string) =>
  createHmac('sha256', `unsubscribe\0${secret}`).update(words).digest('base64url')

/**
 * Creates a token with which the holder of a mail can unsubscribe from such mails, and nothing else. It never expires,
 * because the mail does not.
 */
export function unsubscribeToken(accountId: string, end: Unsubscribed, secret: string): string {
  const words = `${accountId}.${end}`
  return `${words}.${signature(words, secret)}`
}

export function readUnsubscribeToken(
  token: string,
  secret: string,
): { accountId: string; end: Unsubscribed } | null {
  const [accountId = '', name = '', sign = ''] = token.split('.')
  const end = name === 'digest' ? name : noticeTopics.find((known) => known === name)
  const [given, right] = [sign, signature(`${accountId}.${name}`, secret)].map((part) => Buffer.from(part))
  const isRight = given!.length === right!.length && timingSafeEqual(given!, right!)
  return isRight && end && uuid.test(accountId) ? { accountId, end } : null
}
