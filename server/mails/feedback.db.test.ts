import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { sendProblem } from '#server/kernel/http/web-server.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'
import { deleteOldFeedback, type FeedbackKeys } from '#server/mails/feedback-commands.ts'
import { feedbackPlugin } from '#server/mails/feedback-plugin.ts'
import { testDeps } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { testDb } from '#test/db.ts'

const secret = 'a-secret-of-at-least-20'
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`,
})
const hardBounce = (email = olga.email, id = 1) => ({
  RecordType: 'Bounce',
  ID: id,
  Type: 'HardBounce',
  Email: email,
  Details: 'Unknown',
})

async function setup(keys: Partial<FeedbackKeys> = {}) {
  const deps = testDeps(await testDb())
  const app = fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
  await app.register(
    feedbackPlugin(deps, { secret: undefined, mailgun: undefined, sendgrid: undefined, ...keys }),
  )
  const post = (provider: string, body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/v1/webhooks/mail/${provider}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const statusOf = async (...request: Parameters<typeof post>) => (await post(...request)).statusCode
  const stopped = () =>
    deps.db.selectFrom('mail_suppression').select(['address', 'cause', 'detail']).orderBy('address').execute()
  return { deps, post, statusOf, stopped }
}

test('a report stops mails to the address once, even if it comes five times, and not again after staff allowed it', async () => {
  const { deps, statusOf, stopped } = await setup({ secret })
  const send = () => statusOf('postmark', hardBounce('Olga@Example.org'), basic(secret))
  expect(await Promise.all(Array.from({ length: 5 }, send))).toEqual([200, 200, 200, 200, 200])
  expect(await stopped()).toEqual([
    { address: olga.email, cause: 'bounce', detail: 'Postmark: HardBounce: Unknown' },
  ])
  await deps.db.deleteFrom('mail_suppression').execute()
  expect(await send()).toBe(200)
  expect(await stopped()).toEqual([])
  expect(await statusOf('postmark', hardBounce(olga.email, 2), basic(secret))).toBe(200)
  expect(await stopped()).toHaveLength(1)
  expect(await statusOf('brevo', { event: 'spam', email: 'sam@example.org' }, basic(secret))).toBe(200)
  expect(await stopped()).toContainEqual({
    address: 'sam@example.org',
    cause: 'complaint',
    detail: 'Brevo: spam',
  })
})

test('reports without the secret, of unknown providers and of those without a key have no effect', async () => {
  const { post, statusOf, stopped } = await setup({ secret })
  const asked = await post('postmark', hardBounce())
  expect([asked.statusCode, asked.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="mail", charset="UTF-8"',
  ])
  for (const headers of [
    basic('another-secret-of-20-letters'),
    basic(''),
    { authorization: secret },
    { authorization: `Bearer ${secret}x` },
    { authorization: 'Basic' },
  ])
    expect(await statusOf('postmark', hardBounce(), headers)).toBe(401)
  expect(await statusOf('mailgun', hardBounce(), basic(secret))).toBe(404)
  expect(await statusOf('sendgrid', hardBounce(), basic(secret))).toBe(404)
  expect(await statusOf('nobody', hardBounce(), basic(secret))).toBe(404)
  expect(await statusOf('postmark', '{', basic(secret))).toBe(400)
  expect(await statusOf('postmark', hardBounce('no address'), basic(secret))).toBe(200)
  expect(await stopped()).toEqual([])
  expect(await statusOf('postmark', hardBounce(), { authorization: `Bearer ${secret}` })).toBe(200)
  expect(await stopped()).toHaveLength(1)
  const without = await setup()
  expect(await without.statusOf('postmark', hardBounce(), basic(''))).toBe(404)
})

test('a report of Mailgun is believed only with its signature', async () => {
  const { statusOf, stopped } = await setup({ mailgun: 'signing-key' })
  const event = { id: 'e', event: 'failed', severity: 'permanent', recipient: olga.email }
  const signedBy = (key: string, token = 't') => ({
    signature: {
      timestamp: '1796115661',
      token,
      signature: createHmac('sha256', key).update(`1796115661t`).digest('hex'),
    },
    'event-data': event,
  })
  expect(await statusOf('mailgun', signedBy('another-key'))).toBe(400)
  expect(await statusOf('mailgun', signedBy('signing-key', 'other'))).toBe(400)
  expect(await statusOf('mailgun', { 'event-data': event })).toBe(400)
  expect(await stopped()).toEqual([])
  expect(await statusOf('mailgun', signedBy('signing-key'))).toBe(200)
  expect(await stopped()).toMatchObject([{ address: olga.email, cause: 'bounce' }])
})

test('a report of SendGrid is believed only with its signature over the bytes', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sendgrid = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const { statusOf, stopped } = await setup({ sendgrid })
  const body = JSON.stringify([{ event: 'spamreport', email: olga.email, sg_event_id: 's' }])
  const signed = (text: string, timestamp = '1796115661') => ({
    'x-twilio-email-event-webhook-timestamp': '1796115661',
    'x-twilio-email-event-webhook-signature': createSign('sha256')
      .update(timestamp)
      .update(text)
      .sign(privateKey, 'base64'),
  })
  expect(await statusOf('sendgrid', `${body} `, signed(body))).toBe(400)
  expect(await statusOf('sendgrid', body, signed(body, '1'))).toBe(400)
  expect(await statusOf('sendgrid', body)).toBe(400)
  expect(await stopped()).toEqual([])
  expect(await statusOf('sendgrid', body, signed(body))).toBe(200)
  expect(await stopped()).toMatchObject([{ address: olga.email, cause: 'complaint' }])
})

/** Amazon SNS with its own key, whose public part stands for the certificate. */
function sns(deps: Awaited<ReturnType<typeof setup>>['deps']) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const fetched: string[] = []
  deps.safeFetch = (address) => {
    fetched.push(address)
    const body = Buffer.from(
      address.endsWith('.pem') ? publicKey.export({ format: 'pem', type: 'spki' }) : '',
    )
    return Promise.resolve({ body, etag: undefined, lastModified: undefined })
  }
  const sign = (change: Record<string, string> = {}, message: object = {}) => {
    const fields: Record<string, string> & { Message: string } = {
      Message: JSON.stringify(message),
      MessageId: 'm',
      Timestamp: '2026-12-01T09:00:00.000Z',
      TopicArn: 'arn:aws:sns:eu-west-1:1:mail',
      Type: 'Notification',
      ...change,
    }
    const names = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const text = names
      .filter((name) => name in fields)
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('')
    return {
      ...fields,
      SignatureVersion: '2',
      Signature: createSign('rsa-sha256').update(text).sign(privateKey, 'base64'),
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    }
  }
  return { fetched, sign }
}

test('a report of Amazon SES needs the secret and the signature of SNS, and marks the mail that came back', async () => {
  const { deps, statusOf, stopped } = await setup({ secret })
  const { sign } = sns(deps)
  const mail = { to: olga.email, subject: 'News', text: 'Hello', html: '', kind: 'news' }
  const id = await ensureTransaction(deps, (deps) => queueMail(deps, mail))
  await deps.db.updateTable('mail').set({ sent_at: deps.now() }).execute()
  const report = {
    notificationType: 'Bounce',
    mail: { commonHeaders: { messageId: `<${id}@sitwell.example.org>` } },
    bounce: {
      bounceType: 'Permanent',
      feedbackId: 'f',
      bouncedRecipients: [{ emailAddress: olga.email, diagnosticCode: '550 5.1.1' }],
    },
  }
  const genuine = sign({}, report)
  expect(await statusOf('ses', genuine)).toBe(401)
  const altered = { ...genuine, Message: genuine.Message.replace('olga', 'eve') }
  expect(await statusOf('ses', altered, basic(secret))).toBe(400)
  const elsewhere = { ...genuine, SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.example.org/1.pem' }
  expect(await statusOf('ses', elsewhere, basic(secret))).toBe(400)
  expect(await stopped()).toEqual([])
  expect(await statusOf('ses', genuine, { ...basic(secret), 'content-type': 'text/plain' })).toBe(200)
  expect(await stopped()).toMatchObject([{ address: olga.email }])
  const row = await deps.db.selectFrom('mail').select(['refusal', 'answer']).executeTakeFirstOrThrow()
  expect(row).toEqual({ refusal: 'bounce', answer: 'Amazon SES: 550 5.1.1' })
})

test('a subscription at Amazon SNS is confirmed at an address of SNS only', async () => {
  const { deps, statusOf } = await setup({ secret })
  const { sign, fetched } = sns(deps)
  const subscription = (SubscribeURL: string) =>
    sign({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL })
  const own = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
  const body = { ...subscription(own), SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/Other-2.pem' }
  expect(await statusOf('ses', body, basic(secret))).toBe(200)
  expect(fetched).toContain(own)
  const foreign = {
    ...subscription('https://example.org/'),
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/Other-2.pem',
  }
  expect(await statusOf('ses', foreign, basic(secret))).toBe(400)
  expect(fetched).not.toContain('https://example.org/')
})

test('what is known of reports is deleted after its time', async () => {
  const { deps, statusOf } = await setup({ secret })
  await statusOf('postmark', hardBounce(), basic(secret))
  expect(await deleteOldFeedback(deps, deps.now(), 10)).toBe(0)
  expect(await deleteOldFeedback(deps, new Date(deps.now().getTime() + 1), 10)).toBe(1)
})
