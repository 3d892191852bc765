import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { production } from '#test/production.ts'

type Environment = Record<string, string | undefined>
const withMail = {
  MAIL: undefined,
  SMTP_URL: 'smtps://mail.petfriends.test',
  MAIL_FROM: 'Pets <no-reply@petfriends.test>',
}
const read = (changed: Environment = {}) => readConfig({ ...production, ...changed }, '/nowhere')
const refusalOf = (changed: Environment): string[] => {
  try {
    read(changed)
    return []
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
}

test('production accepts the minimal settings of a public site, with or without mail', () => {
  expect(read()).toMatchObject({ production: true, isLocal: false, host: '0.0.0.0', demo: 'off' })
  expect(read(withMail).site).toMatchObject({ mailConfigured: true, needsProvenAddress: true })
})

test.for<[name: string, changed: Environment]>([
  ['SITE_URL', { SITE_URL: undefined }],
  ['SITE_URL', { SITE_URL: 'http://sitwell.example.org' }],
  ['SMTP_URL', { MAIL: undefined }],
  ['MAIL_FROM', { ...withMail, MAIL_FROM: undefined }],
  ['MAIL_FROM', { ...withMail, MAIL_FROM: 'Sitwell <no-reply@example.org>' }],
  ['MAIL', { SMTP_URL: 'smtps://mail.petfriends.test' }],
  ['OPERATOR_NAME', { OPERATOR_NAME: undefined }],
  ['OPERATOR_NAME', { OPERATOR_NAME: 'The operator of this site' }],
  ['OPERATOR_ADDRESS', { OPERATOR_ADDRESS: undefined }],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: undefined }],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'me@mail.example.com' }],
  ['OPERATOR_COUNTRY', { OPERATOR_COUNTRY: undefined }],
  ['DEMO', { DEMO: 'on' }],
  ['DEMO', { DEMO: 'small' }],
  ['SECRET', { SECRET: undefined }],
  ['IDENTITY_KEY_ENCRYPTION_KEY', { IDENTITY_KEY_ENCRYPTION_KEY: undefined }],
])('production refuses to start without a valid %s, with a one-line message (%j)', ([name, changed]) => {
  const refusal = refusalOf(changed)
  expect(refusal).toHaveLength(1)
  expect(refusal[0]).toMatch(new RegExp(`^${name}: .+\\.$`))
})

test('a refused address of a reserved domain is named with the reason, and a missing one has none', () => {
  const reason = 'because its domain is reserved for examples and tests.'
  const [from] = refusalOf({ ...withMail, MAIL_FROM: 'Sitwell <no-reply@example.org>' })
  expect(from).toContain(`No mail reaches “Sitwell <no-reply@example.org>”, ${reason}`)
  const [email] = refusalOf({ OPERATOR_EMAIL: 'me@mail.example.com' })
  expect(email).toContain(`No mail reaches “me@mail.example.com”, ${reason}`)
  expect(refusalOf({ ...withMail, MAIL_FROM: undefined, OPERATOR_EMAIL: undefined }).join()).not.toContain(
    reason,
  )
})

test('all missing settings are reported at once, without a mention of /dev', () => {
  const bare = refusalOf({
    ...Object.fromEntries(Object.keys(production).map((name) => [name, undefined])),
    NODE_ENV: 'production',
  })
  expect(bare.map((line) => line.split(':')[0])).toEqual([
    'SITE_URL',
    'SMTP_URL',
    'OPERATOR_NAME',
    'OPERATOR_ADDRESS',
    'OPERATOR_EMAIL',
    'OPERATOR_COUNTRY',
  ])
  expect(bare.join('\n')).not.toContain('/dev')
})

test('PLAIN_HTTP=on allows a SITE_URL with plain http', () => {
  expect(read({ SITE_URL: 'http://pets.test', PLAIN_HTTP: 'on' }).site.url).toBe('http://pets.test')
})

test.for<[what: string, changed: Environment, isLocal: boolean]>([
  ['nothing is set', {}, true],
  ['it listens on a loopback address', { HOST: '::1' }, true],
  ['it listens everywhere', { HOST: '0.0.0.0' }, false],
  ['it listens on an address of the network', { HOST: '192.168.1.4' }, false],
  ['a proxy stands in front', { TRUST_PROXY: '1' }, false],
  ['the site has a public name', { SITE_URL: 'https://pets.test' }, false],
])('isLocal in development when %s: %j → %s', ([, changed, isLocal]) => {
  const config = readConfig({ SECRET: 's'.repeat(32), ...changed }, '/nowhere')
  expect(config.isLocal).toBe(isLocal)
  if (!changed['HOST']) expect(config.host).toBe('127.0.0.1')
})
