import { hash } from 'node:crypto'
import { z } from 'zod'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { safeFetch } from '#server/kernel/http/safe-fetch.ts'
import { oneLine } from '#server/kernel/mail/answer.ts'
import { suppress } from '#server/kernel/mail/suppression.ts'
import { Problem } from '#server/kernel/problem.ts'
import { type Feedback, type FeedbackProvider, mailIdIn, readFeedback } from '#server/mails/feedback.ts'
import {
  hasSecret,
  isFromMailgun,
  isFromSendGrid,
  isFromSns,
  isSnsAddress,
  SnsMessage,
} from '#server/mails/feedback-signature.ts'
import * as store from '#server/mails/feedback-store.ts'

/** What proves that a report comes from the provider; reports of a provider without it are not accepted. */
export type FeedbackKeys = {
  secret: string | undefined
  mailgun: string | undefined
  sendgrid: string | undefined
}
export type FeedbackRequest = {
  bytes: Buffer
  header: (name: string) => string
}

const refuse = (detail: string): never => {
  throw new Problem('request-invalid', { detail })
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('This is not JSON.')
  }
}

function checkSecret({ header }: FeedbackRequest, { secret }: FeedbackKeys): void {
  if (!secret) throw new Problem('not-found')
  if (!hasSecret(header('authorization'), secret))
    throw new Problem('token-missing', { detail: 'Give MAIL_WEBHOOK_SECRET as the password in the address.' })
}

type Check = (deps: Deps, request: FeedbackRequest, keys: FeedbackKeys) => Promise<unknown> | unknown

const bySecret: Check = (_, request, keys) => {
  checkSecret(request, keys)
  return jsonIn(request.bytes.toString())
}

/** For each provider: checks who sent the request, and returns what it reports. */
const checks: Record<FeedbackProvider, Check> = {
  postmark: bySecret,
  brevo: bySecret,
  mailgun(_, { bytes }, { mailgun: key }) {
    if (!key) throw new Problem('not-found')
    const body = jsonIn(bytes.toString())
    return isFromMailgun(body, key) ? body : refuse('The signature is not Mailgun’s.')
  },
  sendgrid(_, { bytes, header }, { sendgrid: key }) {
    if (!key) throw new Problem('not-found')
    const prefix = 'x-twilio-email-event-webhook'
    const signed = { signature: header(`${prefix}-signature`), timestamp: header(`${prefix}-timestamp`) }
    if (!isFromSendGrid(bytes, signed, key)) refuse('The signature is not SendGrid’s.')
    return jsonIn(bytes.toString())
  },
  async ses(deps, request, keys) {
    checkSecret(request, keys)
    const read = SnsMessage.safeParse(jsonIn(request.bytes.toString()))
    if (!read.success) return refuse('This is not a message of Amazon SNS.')
    const message = read.data
    const certificate = await readCertificate(deps, message.SigningCertURL)
    if (!isFromSns(message, certificate)) refuse('The signature is not that of Amazon SNS.')
    if (message.Type === 'SubscriptionConfirmation') await confirm(deps, message.SubscribeURL ?? '')
    return message.Type === 'Notification' ? jsonIn(message.Message) : null
  },
}

async function readFromSns({ safeFetch: fetch = safeFetch }: Deps, address: string, types: string[]) {
  if (!isSnsAddress(address)) refuse('The address is not one of Amazon SNS.')
  return (await fetch(address, { types })).body?.toString() ?? ''
}

/** Certificates by their address; a new certificate has a new one. */
const certificates = new Map<string, string>()
const mostCertificates = 20

async function readCertificate(deps: Deps, address: string): Promise<string> {
  const known = certificates.get(address)
  if (known !== undefined) return known
  const types = ['application/x-pem-file', 'application/octet-stream', 'binary/octet-stream', 'text/plain']
  const certificate = await readFromSns(deps, address, types)
  if (certificates.size >= mostCertificates) certificates.clear()
  certificates.set(address, certificate)
  return certificate
}

/** Tells SNS that this site wants the messages of the topic. */
async function confirm(deps: Deps, address: string): Promise<void> {
  await readFromSns(deps, address, ['text/xml', 'application/xml', 'application/json'])
  deps.log.info('the subscription at Amazon SNS was confirmed')
}

/** Acts on the reports of a provider, each once, however often it is sent. */
export async function receiveFeedback(
  deps: Deps,
  provider: FeedbackProvider,
  request: FeedbackRequest,
  keys: FeedbackKeys,
): Promise<{ count: number }> {
  const body = await checks[provider](deps, request, keys)
  const feedback = readFeedback[provider](body)
  await ensureTransaction(deps, async (deps) => {
    for (const one of feedback) await apply(deps, provider, one)
  })
  return { count: feedback.length }
}

const Address = z.email().max(254)

export const apply = (
  deps: Deps,
  source: string,
  { id, recipient, cause, detail, messageId, stops = true }: Feedback,
) =>
  ensureTransaction(deps, async ({ db, now }) => {
    if (!Address.safeParse(recipient).success) return
    const at = now()
    const isNew = await store.insertFeedback(db, hash('sha256', `${source} ${id}`, 'buffer'), at)
    if (!isNew) return
    if (stops) await suppress(db, { address: recipient, cause, detail, at })
    const mailId = mailIdIn(messageId)
    if (mailId && cause === 'bounce')
      await store.markReturned(db, { id: mailId, recipient, detail: oneLine(detail), at })
  })

export const deleteOldFeedback = (deps: Deps, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteOldFeedback(db, before, limit))
