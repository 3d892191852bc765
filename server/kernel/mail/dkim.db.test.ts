import { createPublicKey, createVerify, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { createMailSender, queueMail, sendAtOnce } from '#server/kernel/mail/mail.ts'
import { testDeps } from '#test/build.ts'
import { testDb } from '#test/db.ts'
import { mailServer } from '#test/mail-peer.ts'

const from = 'Sitwell <hello@sitwell.example.org>'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dkim = {
  domainName: 'sitwell.example.org',
  keySelector: 'mail1',
  privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
}
const letter = {
  to: 'olga@example.org',
  subject: 'Rex had a fine day – grüße',
  text: 'All is well.\n\nWith   spaces  \n\n\n',
  html: '<p>All is <b>well</b>.</p>',
  kind: 'test.letter',
}

const relaxedHeader = (header: string): string => {
  const [, name = '', value = ''] = /^([^:]+):([\s\S]*)$/.exec(header) ?? []
  return `${name.toLowerCase().trimEnd()}:${value
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()}`
}

const relaxedBody = (body: string): string =>
  body
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n')

/** Verifies the signature of a mail as RFC 6376 says, for relaxed canonicalization of both parts. */
function verify(content: string, key: KeyObject): { ok: boolean; tags: Record<string, string> } {
  const [head = '', ...bodyParts] = content.split('\r\n\r\n')
  const headers = head.split(/\r\n(?![ \t])/)
  const own = headers.find((header) => /^dkim-signature:/i.test(header)) ?? ''
  const tags = Object.fromEntries(
    own
      .replace(/^[^:]+:/, '')
      .split(';')
      .map((tag) => /^\s*(\w+)\s*=\s*([\s\S]*?)\s*$/.exec(tag) ?? [])
      .map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, '')]),
  )
  const signed = tags['h']!.split(':').map(
    (name) => headers.findLast((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '',
  )
  const text = [...signed, own.replace(/(\bb=)[\s\S]*$/, '$1')].map(relaxedHeader).join('\r\n')
  const isBodyRight = hash('sha256', relaxedBody(bodyParts.join('\r\n\r\n')), 'base64') === tags['bh']
  return {
    ok: isBodyRight && createVerify('rsa-sha256').update(text).verify(key, tags['b']!, 'base64'),
    tags,
  }
}

test('a mail is signed for the domain, and its signature is valid until a header or the text is changed', async () => {
  const deps = testDeps(await testDb())
  const { received, smtpUrl } = await mailServer()
  const sender = createMailSender(deps, { smtpUrl, from, dkim })
  onTestFinished(() => sender.close())
  await sender.send(await ensureTransaction(deps, (deps) => queueMail(deps, letter)))
  const { content } = received[0]!
  const { ok, tags } = verify(content, publicKey)
  expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'sitwell.example.org', s: 'mail1' })
  expect(tags['h']!.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id']),
  )
  expect(ok).toBe(true)
  expect(verify(content.replace('olga@example.org', 'eve@example.org'), publicKey).ok).toBe(false)
  expect(verify(content.replace('All is well.', 'All is lost.'), publicKey).ok).toBe(false)
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  expect(verify(content, createPublicKey(other.export({ format: 'pem', type: 'spki' }))).ok).toBe(false)
})

test('a test mail of the command line is signed too, and without a key no mail is', async () => {
  const deps = testDeps(await testDb())
  const { received, smtpUrl } = await mailServer()
  expect(await sendAtOnce(deps, { smtpUrl, from, dkim }, letter)).toMatchObject({ sent: true })
  expect(await sendAtOnce(deps, { smtpUrl, from }, letter)).toMatchObject({ sent: true })
  expect(received.map(({ content }) => /^dkim-signature:/im.test(content))).toEqual([true, false])
  expect(verify(received[0]!.content, publicKey).ok).toBe(true)
})
