import { createHmac, createPublicKey, createVerify, hash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Compares in a time that does not depend on where the texts differ. */
const areEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** Returns true if the header of HTTP basic authentication has this password, or the bearer token is the same. */
export function hasSecret(authorization: string | undefined, secret: string): boolean {
  const [, scheme = '', given = ''] = /^(basic|bearer) (.+)$/i.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return areEqual(given, secret)
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
  return scheme !== '' && areEqual(password, secret)
}

const MailgunSignature = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
})

export function isFromMailgun(body: unknown, key: string): boolean {
  const read = MailgunSignature.safeParse(body)
  if (!read.success) return false
  const { timestamp, token, signature } = read.data.signature
  return areEqual(createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex'), signature)
}

type SendGridHeaders = { signature: string; timestamp: string }

/** `key` is the public key of the "Signed Event Webhook", in base64. */
export const isFromSendGrid = (
  bytes: Buffer,
  { signature, timestamp }: SendGridHeaders,
  key: string,
): boolean =>
  createVerify('sha256')
    .update(timestamp)
    .update(bytes)
    .verify(
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      signature,
      'base64',
    )

export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.string(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
export type SnsMessage = z.infer<typeof SnsMessage>

const signedFields = [
  'Message',
  'MessageId',
  'Subject',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const
const unsignedIn: Record<'notification' | 'other', readonly string[]> = {
  notification: ['SubscribeURL', 'Token'],
  other: ['Subject'],
}

/** Returns true for an address of SNS itself; certificates and confirmations from elsewhere are not asked for. */
export const isSnsAddress = (address: string): boolean =>
  /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\//.test(address)

/** Checks the signature of SNS against its certificate, or a public key, in PEM. */
export function isFromSns(message: SnsMessage, certificate: string): boolean {
  const unsigned = unsignedIn[message.Type === 'Notification' ? 'notification' : 'other']
  const text = signedFields
    .filter((name) => message[name] !== undefined && !unsigned.includes(name))
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
  return createVerify(message.SignatureVersion === '2' ? 'rsa-sha256' : 'rsa-sha1')
    .update(text)
    .verify(createPublicKey(certificate), message.Signature, 'base64')
}
