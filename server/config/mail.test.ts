import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mailMistakes, mailOf, mailReportsOf } from '#server/config/mail.ts'
import { openWorkFolder } from '#test/work-folder.ts'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'pem', type: 'pkcs8' })

async function fileWith(content: string | Buffer): Promise<string> {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const file = join(folder, 'dkim.pem')
  await writeFile(file, content)
  return file
}

const values = (change: object) => ({
  MAIL: 'on' as const,
  MAIL_FROM: 'Sitwell <hello@mail.sitwell.org>',
  DKIM_DOMAIN: 'sitwell.org',
  DKIM_SELECTOR: 'mail1',
  ...change,
})

test('a key for the domain of the sender, or one above it, signs mails', async () => {
  const file = await fileWith(pem(1024))
  for (const domain of ['sitwell.org', 'mail.sitwell.org', 'Sitwell.org'])
    expect(mailMistakes(values({ DKIM_KEY_FILE: file, DKIM_DOMAIN: domain }))).toEqual([])
  expect(mailOf(values({ DKIM_KEY_FILE: file })).dkim).toMatchObject({
    domainName: 'sitwell.org',
    keySelector: 'mail1',
    privateKey: expect.stringContaining('PRIVATE KEY') as unknown,
  })
  expect(mailOf(values({ DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined })).dkim).toBeUndefined()
})

test('a part that is missing, another domain and a file that is no RSA key are reported at the start', async () => {
  const key = await fileWith(pem(1024))
  expect(mailMistakes(values({}))).toEqual([expect.stringContaining('or none of them')])
  for (const domain of ['example.org', 'well.org', 'other.mail.sitwell.org'])
    expect(mailMistakes(values({ DKIM_KEY_FILE: key, DKIM_DOMAIN: domain }))).toEqual([
      'DKIM_DOMAIN: Use the domain of MAIL_FROM, or one above it.',
    ])
  const elliptic = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  expect(mailMistakes(values({ DKIM_KEY_FILE: await fileWith(elliptic) }))).toEqual([
    expect.stringContaining('Use an RSA key of at least 1024 bits'),
  ])
  for (const file of [await fileWith('no key'), '/nowhere/dkim.pem'])
    expect(mailMistakes(values({ DKIM_KEY_FILE: file }))).toEqual([
      expect.stringContaining('cannot be read as a private key'),
    ])
})

test('a verification key of SendGrid that is none is reported at the start', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const given = (SENDGRID_WEBHOOK_KEY: string) => ({
    MAIL: 'on' as const,
    MAIL_FROM: 'hello@sitwell.org',
    SENDGRID_WEBHOOK_KEY,
  })
  expect(mailMistakes(given(key))).toEqual([])
  expect(mailMistakes(given('abc'))).toEqual([expect.stringContaining('SENDGRID_WEBHOOK_KEY')])
})

test('the mailbox of reports has the usual ports and folder, and needs a user and a password', () => {
  const read = (MAIL_REPORTS_URL?: string) => mailReportsOf({ MAIL_REPORTS_URL })
  expect(read('imaps://olga%40sitwell.org:a%2Fb@mail.sitwell.org')).toEqual({
    host: 'mail.sitwell.org',
    port: 993,
    isSecure: true,
    user: 'olga@sitwell.org',
    password: 'a/b',
    folder: 'INBOX',
  })
  expect(read('imap://u:p@mail.sitwell.org/INBOX/Reports%20in')).toMatchObject({
    port: 143,
    isSecure: false,
    folder: 'INBOX/Reports in',
  })
  expect(read('imaps://u:p@mail.sitwell.org:1993/x')).toMatchObject({ port: 1993, folder: 'x' })
  expect(read(undefined)).toBeUndefined()
  const mistakes = (MAIL_REPORTS_URL: string) =>
    mailMistakes({ MAIL: 'on', MAIL_FROM: 'hello@sitwell.org', MAIL_REPORTS_URL })
  expect(mistakes('imaps://u:p@mail.sitwell.org')).toEqual([])
  expect(mistakes('imaps://mail.sitwell.org')).toEqual([expect.stringContaining('MAIL_REPORTS_URL')])
})
