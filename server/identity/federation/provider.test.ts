import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { providerVariables } from '#server/identity/federation/provider.ts'
import { StartError } from '#server/kernel/start-error.ts'

const read = (environment: Record<string, string>) =>
  readConfig({ SECRET: 'x'.repeat(32), ...environment }, '/nowhere')
const hosted = {
  IDENTITY: 'hosted',
  IDENTITY_API_KEY: 'AIza-public-key',
  IDENTITY_PROJECT_ID: 'sitwell-site',
  IDENTITY_AUTH_DOMAIN: 'sitwell-site.firebaseapp.com',
}

test('By default, the embedded identity service is used, without external providers', () => {
  const { identity, hosted: service } = read({})
  expect([identity.providers, service]).toEqual([[], undefined])
})

test('Google needs two variables, an OIDC provider a name and three; its addresses are untrusted by default', () => {
  const { identity } = read({
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    OIDC_PROVIDERS: 'acme, my-login',
    OIDC_ACME_ISSUER: 'https://login.acme.example',
    OIDC_ACME_CLIENT_ID: 'a',
    OIDC_ACME_CLIENT_SECRET: 'b',
    OIDC_MY_LOGIN_ISSUER: 'http://localhost:4444',
    OIDC_MY_LOGIN_CLIENT_ID: 'c',
    OIDC_MY_LOGIN_CLIENT_SECRET: 'd',
    OIDC_MY_LOGIN_NAME: 'My login',
    OIDC_MY_LOGIN_TRUST_EMAIL: 'on',
  })
  expect(identity.providers).toEqual([
    {
      id: 'google.com',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'google-client',
      clientSecret: 'google-secret',
      trustsEmail: true,
    },
    {
      id: 'oidc.acme',
      name: 'Acme',
      issuer: 'https://login.acme.example',
      clientId: 'a',
      clientSecret: 'b',
      trustsEmail: false,
    },
    {
      id: 'oidc.my-login',
      name: 'My login',
      issuer: 'http://localhost:4444',
      clientId: 'c',
      clientSecret: 'd',
      trustsEmail: true,
    },
  ])
})

test('The hosted service is configured by its public values and a list of providers', () => {
  const { hosted: service } = read({
    ...hosted,
    IDENTITY_PROVIDERS: 'google.com, oidc.acme=Acme Login',
    IDENTITY_CHECK_REVOKED: 'cached',
  })
  expect(service).toEqual({
    firebase: {
      apiKey: 'AIza-public-key',
      authDomain: 'sitwell-site.firebaseapp.com',
      projectId: 'sitwell-site',
      storageBucket: '',
      messagingSenderId: '',
      appId: '',
    },
    providers: [
      { id: 'google.com', name: 'Google' },
      { id: 'oidc.acme', name: 'Acme Login' },
    ],
    checkRevoked: 'cached',
  })
})

test.each([
  ['half of Google', { GOOGLE_CLIENT_ID: 'x' }, ['GOOGLE_CLIENT_SECRET']],
  [
    'an empty provider',
    { OIDC_PROVIDERS: 'acme' },
    ['OIDC_ACME_ISSUER', 'OIDC_ACME_CLIENT_ID', 'OIDC_ACME_CLIENT_SECRET'],
  ],
  [
    'plain http to another machine, and a word that is none',
    {
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_ISSUER: 'http://login.acme.example',
      OIDC_ACME_CLIENT_ID: 'x',
      OIDC_ACME_CLIENT_SECRET: 'x',
      OIDC_ACME_TRUST_EMAIL: 'yes',
    },
    ['OIDC_ACME_ISSUER', 'OIDC_ACME_TRUST_EMAIL'],
  ],
  ['a provider twice', { OIDC_PROVIDERS: 'acme,acme' }, ['OIDC_PROVIDERS']],
  ['a name that cannot be a variable', { OIDC_PROVIDERS: 'acme!' }, ['OIDC_PROVIDERS']],
  [
    'the hosted service without its values',
    { IDENTITY: 'hosted' },
    ['IDENTITY_API_KEY', 'IDENTITY_PROJECT_ID', 'IDENTITY_AUTH_DOMAIN'],
  ],
  [
    'secrets of the embedded service for the hosted one',
    { ...hosted, GOOGLE_CLIENT_ID: 'x' },
    ['GOOGLE_CLIENT_ID'],
  ],
  [
    'values of the hosted service without it',
    { IDENTITY_AUTH_DOMAIN: 'x.example' },
    ['IDENTITY_AUTH_DOMAIN'],
  ],
  ['buttons that are none', { ...hosted, IDENTITY_PROVIDERS: 'facebook.com' }, ['IDENTITY_PROVIDERS']],
])('The error names every missing or invalid variable: %s', (_, environment, names) => {
  for (const name of names) expect(() => read(environment as Record<string, string>)).toThrow(`${name}: `)
})

const acme = {
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_ISSUER: 'https://login.acme.example',
  OIDC_ACME_CLIENT_ID: 'client',
  OIDC_ACME_CLIENT_SECRET: 'hunter2',
}
const issuer = 'OIDC_ACME_ISSUER: Use the address of the issuer, like https://login.example.org'
const long = 'x'.repeat(1_001)
const shown = `${'x'.repeat(60)}…`

test.each<[environment: Record<string, string>, sentence: string]>([
  [{ OIDC_ACME_ISSUER: '' }, `${issuer}.`],
  [{ OIDC_ACME_ISSUER: 'acme' }, `${issuer}, not “acme”.`],
  [{ OIDC_ACME_ISSUER: 'ftp://acme.example' }, `${issuer}, not “ftp://acme.example”.`],
  [{ OIDC_ACME_ISSUER: 'ftp://olga:hunter2@acme.example' }, `${issuer}.`],
  [
    { OIDC_ACME_ISSUER: 'http://login.acme.example' },
    'OIDC_ACME_ISSUER: Use https, because http works for this machine only, not “http://login.acme.example”.',
  ],
  [
    { OIDC_ACME_CLIENT_ID: long },
    `OIDC_ACME_CLIENT_ID: Use 1 to 1,000 characters, as the provider shows them, not “${shown}”.`,
  ],
  [
    { OIDC_ACME_CLIENT_SECRET: `hunter2${long}` },
    'OIDC_ACME_CLIENT_SECRET: Use 1 to 1,000 characters, as the provider shows them.',
  ],
  [{ OIDC_ACME_NAME: long }, `OIDC_ACME_NAME: Use 1 to 40 characters, like Acme, not “${shown}”.`],
  [{ OIDC_ACME_TRUST_EMAIL: 'yes' }, 'OIDC_ACME_TRUST_EMAIL: Use "on" or "off", not “yes”.'],
])('%j is a sentence with what was found, unless it may be a secret', (environment, sentence) => {
  expect(() => read({ ...acme, ...environment })).toThrow(
    new StartError(`The configuration has a mistake:\n  ${sentence}`),
  )
})

test('The variables of a provider are documented in .env.example and OPERATING.md', () => {
  for (const file of ['.env.example', 'OPERATING.md']) {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    for (const name of Object.keys(providerVariables))
      expect(text).toMatch(new RegExp(`OIDC_(<NAME>|ACME)_${name}\\b`))
  }
})
