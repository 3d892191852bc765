import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTrustProxy } from '#server/config/proxy.ts'
import { judge } from '#server/doctor/disk.ts'
import { runCheck } from '#server/doctor/examine.ts'
import { type Finding, ok } from '#server/doctor/finding.ts'
import { serveHealth } from '#server/health/health.ts'
import { createServer as createSite } from '#server/kernel/http/web-server.ts'
import { createLog } from '#server/kernel/log.ts'
import { openDns } from '#server/kernel/outside/dns.ts'
import { unreachableDb } from '#test/build.ts'
import { startDns } from '#test/dns-peer.ts'
import { doctorSecret, examination } from '#test/doctor.ts'
import { startImap } from '#test/imap-peer.ts'
import { listenLocally, portOf } from '#test/listen.ts'
import { mailServer } from '#test/mail-peer.ts'
import { openS3Peer, s3Keys } from '#test/s3-peer.ts'
import { startStripePeer, stripeKeys } from '#test/stripe-peer.ts'
import { peerCertificate, startTlsServer } from '#test/tls-peer.ts'
import { production } from '#test/production.ts'

const words = (text: string) => expect.stringContaining(text) as unknown

test('settings with mistakes are a fault, and everything that needs them is skipped', async () => {
  const { check, subject } = await examination({})
  const environment = { ...subject.environment, PORT: 'many' }
  const wrong = { environment, config: 'The configuration has a mistake' }
  expect(await check('settings', wrong)).toMatchObject({
    state: 'fault',
    says: 'PORT: Use a whole number from 0 to 65,535, like 3000, not “many”.',
  })
  expect(await check('disk', wrong)).toMatchObject({ state: 'skipped' })
  expect(await check('settings')).toMatchObject({
    state: 'warning',
    says: words('a public site also needs: SITE_URL: Set the public address'),
    advice: 'Set NODE_ENV=production for a public site.',
  })
  const complete = await examination({ environment: production })
  expect(await complete.check('settings')).toMatchObject({ state: 'ok' })
  expect(await complete.check('migrations')).toEqual({
    name: 'migrations',
    state: 'skipped',
    says: 'There is no database to ask.',
  })
})

test('a check that throws or takes too long is a fault', async () => {
  const { subject } = await examination({})
  const run = (work: () => Promise<Finding>, withinSeconds?: number) =>
    runCheck(
      {
        name: 'x',
        needs: 'nothing',
        run: () => work(),
        ...(withinSeconds ? { withinSeconds } : {}),
      },
      subject,
    )
  expect(await run(() => Promise.reject(new Error('lines\nof words')))).toMatchObject({
    state: 'fault',
    says: 'The check failed: lines of words.',
  })
  expect(await run(() => Promise.resolve(ok('late')), 0.001)).toMatchObject({ state: 'ok' })
  expect(await run(() => new Promise(() => {}), 0.05)).toMatchObject({
    state: 'fault',
    says: 'No answer within 0.05 seconds.',
  })
})

test.each([
  ['ok', 500, 1000],
  ['ok', 1.5, 12],
  ['warning', 90, 1000],
  ['warning', 0.9, 2],
  ['fault', 15, 1000],
  ['fault', 0.1, 2],
])('the disk is %s with %d of %d GB free', (state, free, size) => {
  const finding = judge([
    { folder: 'files', free: 900e9, size: 1000e9 },
    { folder: 'data', free: free * 1e9, size: size * 1e9 },
  ])
  expect(finding).toMatchObject({ state, ...(state === 'ok' ? {} : { advice: words('of: data.') }) })
})

test('the disk of this machine is measured, and a missing folder is not guessed at', async () => {
  const { check } = await examination({})
  expect((await check('disk')).says).toContain('GB are free for the data folder')
  const missing = await examination({ environment: { DATA_DIR: '/nowhere/at/all' } })
  expect(await missing.check('disk')).toMatchObject({ state: 'warning', says: words('There is no folder') })
})

test('storage is tried out on the disk and in a bucket', async () => {
  const { check, folder } = await examination({ environment: { FILES_DIR: 'kept' } })
  expect(await check('storage')).toMatchObject({ state: 'ok', says: words(join(folder, 'kept')) })
  await mkdir(join(folder, 'half'))
  await writeFile(join(folder, 'half/doctor'), 'a file in the place of the folder')
  const blocked = await examination({ environment: { FILES_DIR: join(folder, 'half') } })
  expect(await blocked.check('storage')).toMatchObject({
    state: 'fault',
    says: words('is a file, and a folder is needed.'),
    advice: words('Check FILES_DIR'),
  })

  const peer = await openS3Peer('pictures')
  onTestFinished(async () => void (await peer.close()))
  const bucket = (secret: string) =>
    examination({
      environment: {
        STORAGE: 's3',
        S3_ENDPOINT: peer.endpoint,
        S3_REGION: s3Keys.region,
        S3_BUCKET: 'pictures',
        S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
        S3_SECRET_ACCESS_KEY: secret,
      },
    })
  expect(await (await bucket(s3Keys.secretAccessKey)).check('storage')).toMatchObject({ state: 'ok' })
  expect(peer.stored.size).toBe(0)
  expect(await (await bucket('another')).check('storage')).toMatchObject({
    state: 'fault',
    says: words('the bucket pictures at http'),
    advice: words('Check the S3 variables'),
  })
  const right = await bucket(s3Keys.secretAccessKey)
  await peer.close()
  expect(await right.check('storage')).toMatchObject({ state: 'fault', says: words('connect ECONNREFUSED') })
})

test('the place of the backups is tried out, and a folder that cannot be written to is a fault', async () => {
  const { check } = await examination({})
  expect(await check('backup-storage')).toMatchObject({ state: 'not configured', says: words('BACKUP_DIR') })
  const { folder, ...right } = await examination({ environment: { BACKUP_DIR: 'copies' } })
  expect(await right.check('backup-storage')).toMatchObject({
    state: 'ok',
    says: words(join(folder, 'copies')),
  })
  expect(await readdir(join(folder, 'copies/doctor'))).toEqual([])
  await writeFile(join(folder, 'taken'), 'a file in the place of the folder')
  const blocked = await examination({ environment: { BACKUP_DIR: join(folder, 'taken') } })
  expect(await blocked.check('backup-storage')).toMatchObject({
    state: 'fault',
    says: words('is a file, and a folder is needed.'),
    advice: words('Check BACKUP_DIR'),
  })
})

test('the mail server is reached without sending, and a refused password is a fault', async () => {
  const { smtpUrl, port, received } = await mailServer()
  const mail = async (url: string) => (await examination({ environment: { SMTP_URL: url } })).check('mail')
  expect(await mail(smtpUrl)).toMatchObject({ state: 'ok', says: `127.0.0.1:${port} answers.` })
  expect(received).toEqual([])
  const guarded = await mailServer({ password: 'secret' })
  const as = (password: string) => mail(guarded.smtpUrl.replace('//', `//olga:${password}@`))
  expect(await as('secret')).toMatchObject({ state: 'ok', says: words('answers, and accepts the password.') })
  expect(await as('other')).toMatchObject({
    state: 'fault',
    says: words('did not accept the user name or the password'),
    advice: words('Correct SMTP_URL'),
  })
  expect((await mail(smtpUrl.replace('//', '//olga:secret@'))).state, 'a server without passwords').toBe(
    'fault',
  )
  expect(await mail('smtp://127.0.0.1:1')).toMatchObject({
    state: 'fault',
    says: words('The mail server could not be reached'),
  })
  expect(await (await examination({})).check('mail')).toMatchObject({ state: 'not configured' })
})

test('the mailbox of reports is opened without reading it', async () => {
  const { mailbox, deliver, state } = await startImap()
  deliver('Subject: Hello\r\n\r\nHello')
  const at = async (password: string, folder = '') => {
    const MAIL_REPORTS_URL = `imap://reports:${password}@127.0.0.1:${mailbox.port}/${folder}`
    return (await examination({ environment: { MAIL_REPORTS_URL } })).check('reports')
  }
  expect(await at('a%20password')).toMatchObject({
    state: 'ok',
    says: 'INBOX on 127.0.0.1 can be read; it has 1 message.',
  })
  expect(state.messages[0]!.isSeen).toBe(false)
  expect(await at('wrong')).toMatchObject({
    state: 'fault',
    says: expect.stringMatching(/^127\.0\.0\.1 does not accept the user name .*\.$/) as unknown,
  })
  expect(await at('a%20password', 'Other')).toMatchObject({
    state: 'fault',
    says: words('refused to open Other'),
  })
  expect(await (await examination({})).check('reports')).toMatchObject({ state: 'not configured' })
})

const sender = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Sitwell <no-reply@mail.sitwell.org>' }

test.each([
  ['one record', ['v=spf1 include:_spf.provider.org -all'], 'ok'],
  ['records about other things', ['google-site-verification=1', 'v=spf10'], 'warning'],
  ['no record', [], 'warning'],
  ['two records', ['v=spf1 mx -all', 'v=spf1 a -all'], 'fault'],
  ['a record that allows everybody', ['v=spf1 mx +all'], 'fault'],
])('SPF with %s', async (_, texts, state) => {
  const dns = await startDns({ 'mail.sitwell.org': texts })
  const { check } = await examination({ environment: sender, outside: { dns } })
  expect(await check('spf')).toMatchObject({ state })
})

test.each([
  ['none', {}, 'warning', 'has no DMARC record'],
  ['one above', { '_dmarc.sitwell.org': ['v=DMARC1; p=reject; rua=mailto:a@b.org'] }, 'ok', 'asks to reject'],
  ['reports only', { '_dmarc.mail.sitwell.org': ['v=DMARC1; p=none'] }, 'ok', '“p=none”'],
  ['no policy', { '_dmarc.mail.sitwell.org': ['v=DMARC1; rua=mailto:a@b.org'] }, 'fault', 'names no policy'],
  ['two', { '_dmarc.mail.sitwell.org': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'fault', '2 DMARC'],
])('DMARC with %s', async (_, records, state, says) => {
  const dns = await startDns(records)
  const { check } = await examination({ environment: sender, outside: { dns } })
  expect(await check('dmarc')).toMatchObject({ state, says: words(says) })
})

test('DKIM compares the published key with the one that signs', async () => {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicPart = ({ privateKey }: ReturnType<typeof pair>) =>
    createPublicKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
      .export({ type: 'spki', format: 'der' })
      .toString('base64')
  const [own, other] = [pair(), pair()]
  const { folder } = await examination({})
  const file = join(folder, 'dkim.pem')
  await writeFile(file, own.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const environment = {
    ...sender,
    DKIM_DOMAIN: 'sitwell.org',
    DKIM_SELECTOR: 'autumn',
    DKIM_KEY_FILE: file,
  }
  const published = async (texts: string[]) => {
    const dns = await startDns({ 'autumn._domainkey.sitwell.org': texts })
    return (await examination({ environment, outside: { dns } })).check('dkim')
  }
  const record = (key: string) => [`v=DKIM1; k=rsa; p=${key}`]
  expect(await published(record(publicPart(own)))).toMatchObject({ state: 'ok' })
  expect(await published(record(publicPart(other)))).toMatchObject({
    state: 'fault',
    says: words('is not the one that signs'),
    advice: words(publicPart(own)),
  })
  expect(await published(record(''))).toMatchObject({ state: 'fault', says: words('revoked') })
  expect(await published([])).toMatchObject({ state: 'fault', says: words('There is no key') })
  expect(await (await examination({ environment: sender })).check('dkim')).toMatchObject({
    state: 'not configured',
  })
})

test('a name server that does not answer is a fault, and no record is guessed', async () => {
  const { check } = await examination({
    environment: sender,
    outside: { dns: openDns(['127.0.0.1:9']) },
  })
  expect(await check('spf')).toMatchObject({ state: 'fault', says: words('did not answer') })
})

/** The health checks of a site behind a proxy of its own, or without one. */
async function site(trustProxy: string | undefined, { hasProxy = true, secret = doctorSecret } = {}) {
  const app = createSite({
    log: createLog('silent'),
    trustProxy: (trustProxy && readTrustProxy(trustProxy)) || undefined,
  })
  serveHealth(app, {
    db: unreachableDb(),
    isStopping: () => false,
    reads: { replicas: () => [] },
    doctor: { secret, now: () => new Date() },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const ownPort = portOf(app.server)
  const front = createServer((incoming, answer) => {
    const earlier = incoming.headers['x-forwarded-for']
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': [earlier, '192.0.2.9'].filter(Boolean).join(', '),
    }
    const passed = request({ port: ownPort, host: '127.0.0.1', path: incoming.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    passed.end()
  })
  const port = hasProxy ? await listenLocally(front) : ownPort
  if (hasProxy) onTestFinished(() => void front.close())
  return examination({
    environment: {
      ...production,
      SITE_URL: `http://127.0.0.1:${port}`,
      PLAIN_HTTP: 'on',
      SECRET: doctorSecret,
      ...(trustProxy ? { TRUST_PROXY: trustProxy } : {}),
    },
  })
}

test('the public address is asked how requests arrive, and a wrong TRUST_PROXY is a fault', async () => {
  const right = await site('1')
  expect(await right.check('address')).toMatchObject({ state: 'ok', says: words('This site answers at') })
  expect(await right.check('proxy')).toMatchObject({ state: 'ok', says: words('from 192.0.2.9') })
  expect(await (await site(undefined, { hasProxy: false })).check('proxy')).toMatchObject({
    state: 'ok',
    says: words('from 127.0.0.1'),
  })
  expect(await (await site(undefined)).check('proxy')).toMatchObject({
    state: 'fault',
    says: words('all visitors share one address'),
  })
  expect(await (await site('1', { hasProxy: false })).check('proxy')).toMatchObject({
    state: 'fault',
    says: words('believes the address that a client claims'),
  })
})

test('another site at the address is noticed, and strangers are not told how their request arrived', async () => {
  const other = await site('1', { secret: 'another secret'.repeat(3) })
  expect(await other.check('address')).toMatchObject({
    state: 'fault',
    says: words('Something else answers'),
  })
  expect(await other.check('proxy')).toMatchObject({ state: 'skipped' })
  const away = await examination({
    environment: { ...production, SITE_URL: 'http://127.0.0.1:1', PLAIN_HTTP: 'on' },
  })
  expect(await away.check('address')).toMatchObject({ state: 'fault', says: words('cannot be reached') })
})

const year = 365 * 86_400_000
const certificateEnds = Date.parse('2099-12-31T23:59:59Z')

test('the certificate is judged by its end and by whether it is trusted', async () => {
  const url = await startTlsServer((_, answer) => answer.end())
  const environment = { ...production, SITE_URL: url }
  const at = async (moment: number, ca?: string) =>
    (await examination({ environment, outside: { ca }, now: () => new Date(moment) })).check('certificate')
  expect(await at(certificateEnds - year, peerCertificate)).toMatchObject({
    state: 'ok',
    says: words('365 days'),
  })
  expect(await at(certificateEnds - 5 * 86_400_000, peerCertificate)).toMatchObject({ state: 'warning' })
  expect(await at(certificateEnds + year, peerCertificate)).toMatchObject({
    state: 'fault',
    says: 'The certificate is not valid since 2099-12-31.',
  })
  expect(await at(certificateEnds - year)).toMatchObject({ state: 'fault', says: words('do not trust') })
  expect(await (await examination({})).check('certificate')).toMatchObject({ state: 'not configured' })
})

test('plain requests must be sent to https, and the header HSTS must arrive', async () => {
  const hsts = { 'strict-transport-security': 'max-age=31536000' }
  const check = async (headers: Record<string, string>, plain?: { status: number; location?: string }) => {
    const url = await startTlsServer((_, answer) => answer.writeHead(200, headers).end())
    const server = createServer((_, answer) =>
      answer.writeHead(plain!.status, plain?.location ? { location: plain.location } : {}).end(),
    )
    const plainPort = plain ? await listenLocally(server) : 1
    if (plain) onTestFinished(() => void server.close())
    const outside = { ca: peerCertificate, plainPort }
    return (await examination({ environment: { ...production, SITE_URL: url }, outside })).check('https')
  }
  const redirect = { status: 308, location: 'https://127.0.0.1/' }
  expect(await check(hsts, redirect)).toMatchObject({ state: 'ok' })
  expect(await check({}, redirect)).toMatchObject({ state: 'warning', says: words('Strict-Transport') })
  expect(await check(hsts, { status: 200 })).toMatchObject({ state: 'fault', says: words('answers 200') })
  expect(await check(hsts, { status: 302, location: 'https://elsewhere.test/' })).toMatchObject({
    state: 'fault',
  })
  expect(await check(hsts)).toMatchObject({ state: 'warning', says: words('Nobody answers') })
  const plainSite = { ...production, SITE_URL: 'http://sitwell.test', PLAIN_HTTP: 'on' }
  expect(await (await examination({ environment: plainSite })).check('https')).toMatchObject({
    state: 'warning',
    says: words('is not encrypted'),
  })
})

test('Stripe is asked whether it accepts the key and where it sends its events', async () => {
  const stripe = await startStripePeer()
  onTestFinished(stripe.stop)
  const environment = (secretKey: string, url = 'https://sitwell.example.org') => ({
    ...production,
    SITE_URL: url,
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: stripeKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_URL: stripe.url,
  })
  const own = await examination({ environment: environment(stripeKeys.secretKey) })
  expect(await own.check('payments')).toMatchObject({ state: 'warning', says: words('in test mode') })
  expect(await own.check('webhook')).toMatchObject({ state: 'ok' })
  const moved = await examination({ environment: environment(stripeKeys.secretKey, 'https://moved.test') })
  expect(await moved.check('webhook')).toMatchObject({ state: 'fault', says: words('no address like') })
  const wrong = await examination({ environment: environment('sk_test_wrong') })
  expect(await wrong.check('payments')).toMatchObject({
    state: 'fault',
    advice: words('Copy STRIPE_SECRET_KEY'),
  })
  expect(await wrong.check('webhook')).toMatchObject({ state: 'warning' })
  expect(await (await examination({})).check('payments')).toMatchObject({ state: 'not configured' })
})
