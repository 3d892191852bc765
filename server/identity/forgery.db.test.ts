import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysOf } from '#contract/entries.ts'
import { createIdTokenVerifier } from '#server/identity/commands.ts'
import { identityOptions } from '#server/identity/options.ts'
import { openApp, signUp, type TestApp } from '#test/app.ts'
import { createTestDb } from '#test/db.ts'
import { later } from '#test/identity.ts'
import { privateJwkOf } from '#test/signing-key.ts'
import { accepts, type Check, type VerifierContext } from '#test/weak-verifier.ts'

type Part = Record<string, unknown>
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [stranger, retired] = [rsa(), rsa()]

let tested: TestApp
let drop: () => Promise<void>
let world: VerifierContext
let serviceKey: KeyObject
let genuine: string
let claims: Part
let kid: string
let at: number
/** Other users whose claims a forger may use. */
const others = { eve: '', disabled: '', ended: '', voided: '' }
const sessions: Record<keyof typeof others, string> = { ...others }

beforeAll(async () => {
  const created = await createTestDb()
  tested = await openApp(created.db)
  drop = async () => {
    await tested.app.close()
    await created.drop()
  }
  const { app, db, deps, config } = tested
  const arrive = async (name: string) => {
    const { headers, uid } = await signUp(app, name)
    const token = headers.authorization.slice('Bearer '.length)
    return { uid, token, sid: String(decodeJwt(token)['sid']) }
  }
  for (const name of keysOf(others)) {
    const { uid, sid } = await arrive(name)
    others[name] = uid
    sessions[name] = sid
  }
  const olga = await arrive('Olga')
  genuine = olga.token
  claims = decodeJwt(genuine)
  kid = decodeProtectedHeader(genuine).kid!
  at = Number(claims['iat'])
  await db.updateTable('identity.users').set({ disabled: true }).where('id', '=', others.disabled).execute()
  await db
    .updateTable('identity.users')
    .set({ valid_since: new Date((at + 5) * 1000) })
    .where('id', '=', others.voided)
    .execute()
  await db
    .updateTable('identity.sessions')
    .set({ revoked_at: deps.now(), reason: 'ended by the person' })
    .where('id', '=', sessions.ended)
    .execute()
  const row = await db.selectFrom('identity.signing_keys').selectAll().executeTakeFirstOrThrow()
  const jwk = privateJwkOf(row, config.identity.keyEncryptionKey)
  serviceKey = createPrivateKey({ key: jwk, format: 'jwk' })
  later(deps, 60)
  const people = await db.selectFrom('identity.users').selectAll().execute()
  const known = await db.selectFrom('identity.sessions').selectAll().execute()
  world = {
    keys: new Map([[kid, createPublicKey(serviceKey)]]),
    retired: new Map([['retired', retired.publicKey]]),
    elsewhere: new Map([['https://evil.example.net/keys', stranger.publicKey]]),
    issuer: 'http://localhost:3000/identity',
    audience: config.identity.projectId,
    at: at + 60,
    person: (uid) => {
      const user = people.find(({ id }) => id === uid)
      return user && { disabled: user.disabled, validSince: user.valid_since.getTime() / 1000 }
    },
    session: (id) => {
      const session = known.find((one) => one.id === id)
      return session && { uid: session.user_id, ended: session.revoked_at !== null }
    },
  }
})
afterAll(() => drop())

const base64 = (value: Part | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const textOf = (payload: Part, header: Part) =>
  `${base64({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${base64({ ...claims, ...payload })}`

/** Signed like the genuine token, by the given key. */
function signed(payload: Part = {}, header: Part = {}, key: KeyObject = serviceKey): string {
  const text = textOf(payload, header)
  return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`
}
const parts = (): [header: string, payload: string, signature: string] => {
  const [header = '', payload = '', signature = ''] = genuine.split('.')
  return [header, payload, signature]
}
const unsigned = (payload: Part, header: Part, signature = '') => `${textOf(payload, header)}.${signature}`
const hmac = (secret: string | Buffer) => {
  const text = textOf({ sub: others.eve, sid: sessions.eve }, { alg: 'HS256' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const publicKey = () => createPublicKey(serviceKey)
const eve = () => ({ sub: others.eve, sid: sessions.eve })

/** Changes the last character of an RSA signature in one of its four unused bits. */
function respell(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1)!) ^ 1]!
}

type Code = 'token-invalid' | 'token-expired' | 'token-revoked' | 'user-disabled'
/** Each forgery, and the single check that stops it. */
const forgeries: [name: string, against: Check, make: () => string, code?: Code][] = [
  ['a fourth part', 'shape', () => `${genuine}.e30`],
  [
    'a signature spelt another way',
    'spelling',
    () => [...parts().slice(0, 2), respell(parts()[2])].join('.'),
  ],
  ['a padded signature', 'spelling', () => `${genuine}==`],
  ['more than 8 KB', 'length', () => signed({ stuffing: 'x'.repeat(9_000) })],

  ['another person under the signature', 'signature', () => `${textOf(eve(), {})}.${parts()[2]}`],
  ['a later end under the signature', 'signature', () => `${textOf({ exp: at + 7_200 }, {})}.${parts()[2]}`],
  ['another header under the signature', 'signature', () => unsigned({}, { typ: 'at+jwt' }, parts()[2])],
  ['no signature', 'signature', () => [...parts().slice(0, 2), ''].join('.')],
  ['a signature of zeros', 'signature', () => [...parts().slice(0, 2), 'A'.repeat(342)].join('.')],
  [
    'half a signature',
    'signature',
    () =>
      [
        ...parts().slice(0, 2),
        Buffer.from(parts()[2], 'base64url').subarray(0, 128).toString('base64url'),
      ].join('.'),
  ],
  [
    'the signature of another token',
    'signature',
    () => unsigned(eve(), {}, signed({ iat: at - 1 }).split('.')[2]),
  ],
  ['a stranger’s signature under our key id', 'signature', () => signed(eve(), {}, stranger.privateKey)],

  ['no algorithm', 'algorithm', () => unsigned(eve(), { alg: 'none' })],
  ['no algorithm in other letters', 'algorithm', () => unsigned(eve(), { alg: 'nOnE' })],
  ['no algorithm, but a signature', 'algorithm', () => unsigned(eve(), { alg: 'none' }, parts()[2])],
  [
    'an HMAC with our public key as text',
    'algorithm',
    () => hmac(publicKey().export({ type: 'spki', format: 'pem' })),
  ],
  [
    'an HMAC with the number of our public key',
    'algorithm',
    () => hmac(publicKey().export({ format: 'jwk' }).n!),
  ],
  ['an HMAC with nothing', 'algorithm', () => hmac(Buffer.alloc(0))],
  [
    'a stronger hash with our own key',
    'algorithm',
    () => {
      const text = textOf({}, { alg: 'RS512' })
      return `${text}.${signBytes('sha512', Buffer.from(text), serviceKey).toString('base64url')}`
    },
  ],
  [
    'another padding with our own key',
    'algorithm',
    () => {
      const text = textOf({}, { alg: 'PS256' })
      const key = { key: serviceKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
      return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`
    },
  ],

  [
    'its own key in the header',
    'key source',
    () => signed(eve(), { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
  ],
  [
    'a link to its own keys',
    'key source',
    () => signed(eve(), { jku: 'https://evil.example.net/keys', kid: 'theirs' }, stranger.privateKey),
  ],
  [
    'a link to its own certificate',
    'key source',
    () => signed(eve(), { x5u: 'https://evil.example.net/keys' }, stranger.privateKey),
  ],
  [
    'a key id that is a link',
    'key source',
    () => signed(eve(), { kid: 'https://evil.example.net/keys' }, stranger.privateKey),
  ],
  ['no key id', 'key id', () => signed({}, { kid: undefined })],
  ['a key id that is a number', 'key id', () => signed({}, { kid: 1 })],
  ['a key that was retired', 'retired keys', () => signed({}, { kid: 'retired' }, retired.privateKey)],
  ['an unknown critical extension', 'critical extensions', () => signed({}, { crit: ['exp2'], exp2: 1 })],
  ['an empty list of critical extensions', 'critical extensions', () => signed({}, { crit: [] })],

  [
    'the issuer of the hosted service',
    'issuer',
    () => signed({ iss: 'https://securetoken.google.com/sitwell' }),
  ],
  ['our issuer with a slash at its end', 'issuer', () => signed({ iss: 'http://localhost:3000/identity/' })],
  ['no issuer', 'issuer', () => signed({ iss: undefined })],
  ['another audience', 'audience', () => signed({ aud: 'somewhere' })],
  ['several audiences', 'audience', () => signed({ aud: [claims['aud'], 'somewhere'] })],
  ['no audience', 'audience', () => signed({ aud: undefined })],
  ['no subject', 'subject', () => signed({ sub: undefined, sid: undefined })],
  ['an empty subject', 'subject', () => signed({ sub: '', sid: undefined })],
  ['a long subject', 'subject', () => signed({ sub: 'x'.repeat(129), sid: undefined })],
  ['a subject that is a list', 'subject', () => signed({ sub: [claims['sub']], sid: undefined })],

  ['no moment of issue', 'moment of issue', () => signed({ iat: undefined })],
  ['a moment of issue to come', 'moment of issue', () => signed({ iat: at + 120, exp: at + 3_720 })],
  ['no end', 'end', () => signed({ exp: undefined })],
  ['an end that is a text', 'end', () => signed({ exp: `${at + 3_600}` })],
  ['an end in the past', 'end', () => signed({ exp: at + 40 }), 'token-expired'],
  [
    'a life longer than an hour',
    'life',
    () => signed({ iat: at - 3_700, exp: at + 86_400 }),
    'token-expired',
  ],
  ['a start to come', 'start', () => signed({ nbf: at + 120 })],
  ['no moment of the sign-in', 'sign-in', () => signed({ auth_time: undefined })],
  ['a sign-in to come', 'sign-in', () => signed({ auth_time: at + 120 })],
  ['a sign-in at zero', 'sign-in', () => signed({ auth_time: 0 }), 'token-revoked'],
  ['a sign-in that is a text', 'sign-in', () => signed({ auth_time: `${at}` })],
  ['a tenant', 'tenant', () => signed({ firebase: { sign_in_provider: 'password', tenant: 't1' } })],
  [
    'an anonymous sign-in',
    'way of signing in',
    () => signed({ firebase: { sign_in_provider: 'anonymous', identities: {} } }),
  ],
  ['no way of signing in', 'way of signing in', () => signed({ firebase: undefined })],

  ['a person who does not exist', 'person', () => signed({ sub: 'nobody', sid: undefined }), 'token-revoked'],
  [
    'a disabled person',
    'person',
    () => signed({ sub: others.disabled, sid: sessions.disabled }),
    'user-disabled',
  ],
  [
    'a sign-in from before all were ended',
    'person',
    () => signed({ sub: others.voided, sid: sessions.voided }),
    'token-revoked',
  ],
  [
    'a session that was ended',
    'session',
    () => signed({ sub: others.ended, sid: sessions.ended }),
    'token-revoked',
  ],
  ['the session of somebody else', 'session', () => signed({ sid: sessions.eve }), 'token-revoked'],
  [
    'a session that never was',
    'session',
    () => signed({ sid: '0a000000-0000-7000-8000-000000000099' }),
    'token-revoked',
  ],
  ['a session that is no id', 'session', () => signed({ sid: "' or true --" })],
]

/** Malformed tokens, which no verifier accepts. */
const rubbish: [name: string, make: () => string][] = [
  ['nothing', () => ''],
  ['a word', () => 'token'],
  ['two parts', () => parts().slice(0, 2).join('.')],
  ['an encrypted shape', () => 'a.b.c.d.e'],
  ['a payload that is no JSON', () => `${parts()[0]}.${base64('{oops')}.${parts()[2]}`],
  ['a payload that is a list', () => `${parts()[0]}.${base64('[]')}.${parts()[2]}`],
  ['a header that is null', () => `${base64('null')}.${parts()[1]}.${parts()[2]}`],
  ['parts in another order', () => parts().reverse().join('.')],
  [
    'another encoding of its parts',
    () =>
      parts()
        .map((part) => Buffer.from(part).toString('hex'))
        .join('.'),
  ],
]

const authenticateWith = async (token: string) => {
  const response = await tested.app.inject({
    url: '/v1/sessions',
    headers: { authorization: `Bearer ${token}` },
  })
  return [response.statusCode, response.json<{ code?: string }>().code]
}
const verify = (token: string) => {
  const { deps, config } = tested
  return createIdTokenVerifier(deps, identityOptions(config)).verify(token)
}

describe('Controls', () => {
  test('a valid token signed the same way is accepted by the model, the verifier and the API', async () => {
    for (const token of [genuine, signed(), signed({ aud: claims['aud'], nbf: at })]) {
      expect(accepts(token, world)).toBe(true)
      await expect(verify(token)).resolves.toMatchObject({ uid: claims['sub'] })
      expect(await authenticateWith(token)).toEqual([200, undefined])
    }
  })

  test.each(forgeries)('a token with %s is refused only because of the %s check', (_, against, make) => {
    expect(accepts(make(), world, against)).toBe(true)
    expect(accepts(make(), world)).toBe(false)
  })
})

test.each(forgeries)('A token with %s is refused', async (_, _against, make, code = 'token-invalid') => {
  await expect(verify(make())).rejects.toMatchObject({ name: 'Problem', code })
  expect(await authenticateWith(make())).toEqual([401, code])
})

test.each(rubbish)('A malformed token is refused: %s', async (_, make) => {
  await expect(verify(make())).rejects.toMatchObject({ name: 'Problem', code: 'token-invalid' })
  expect(await authenticateWith(make())).toEqual([401, 'token-invalid'])
})
