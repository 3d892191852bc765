import { expect } from 'vitest'
import { asOwner, call, email, gina, idp, claimsOf, lookup, throughLink } from '#test/conformance/calls.ts'
import { also, type Case, runCases, withPerson } from '#test/conformance/cases.ts'

const linked = {
  providerId: 'google.com',
  rawId: 'g-1',
  email: 'linked@example.com',
  displayName: 'Linked',
  photoUrl: 'http://localhost/l.png',
}

runCases([
  [
    'update',
    'as owner, claims',
    withPerson(({ localId }) => asOwner('update', { localId, customAttributes: '{"team":"blue"}' })),
    { email },
  ],
  [
    'update',
    'as owner, claims that are none',
    withPerson(({ localId }) => asOwner('update', { localId, customAttributes: '[]' })),
    'INVALID_CLAIMS',
  ],
  [
    'update',
    'as owner, a verified address',
    withPerson(({ localId }) => asOwner('update', { localId, emailVerified: true })),
    { emailVerified: true },
  ],
  [
    'update',
    'as owner, a provider away',
    async () =>
      asOwner('update', { localId: (await idp(gina)).body['localId'], deleteProvider: ['google.com'] }),
    { providerUserInfo: [] },
  ],
  [
    'update',
    'as owner, nobody',
    () => asOwner('update', { localId: 'none', disableUser: true }),
    'USER_NOT_FOUND',
  ],
  ['update', 'as owner, without an id', () => asOwner('update', { disableUser: true }), 'MISSING_LOCAL_ID'],
  [
    'update',
    'as owner, a disabled person',
    withPerson(async ({ localId }) => {
      await asOwner('update', { localId, disableUser: true })
      await asOwner('update', { localId, displayName: 'Olga' })
      return asOwner('update', { localId, disableUser: false })
    }),
    { displayName: 'Olga' },
  ],
  [
    'update',
    'as owner, claims, as the next token has them',
    withPerson(async ({ localId }) => {
      await asOwner('update', { localId, customAttributes: '{"team":"blue","of":{"size":3}}' })
      return claimsOf(throughLink(email))
    }),
    { team: 'blue', of: { size: 3 } },
  ],
  ...['{team[blue]}', '42'].map((customAttributes): Case => [
    'update',
    `as owner, claims that are ${customAttributes}`,
    withPerson(({ localId }) => asOwner('update', { localId, customAttributes })),
    'INVALID_CLAIMS',
  ]),
  [
    'update',
    'as owner, a claim that is the service’s own',
    withPerson(({ localId }) => asOwner('update', { localId, customAttributes: '{"sub":"x"}' })),
    'FORBIDDEN_CLAIM : sub',
  ],
  [
    'update',
    'as owner, long claims',
    withPerson(({ localId }) =>
      asOwner('update', { localId, customAttributes: `{"a":"${'x'.repeat(998)}"}` }),
    ),
    'CLAIMS_TOO_LARGE',
  ],
  [
    'update',
    'as owner, a moment that is a number',
    () => asOwner('update', { localId: 'none', validSince: 1_611_780_718 }),
    'USER_NOT_FOUND',
  ],
  [
    'update',
    'a provider by a mere word',
    withPerson(async ({ idToken }) => {
      const { body } = await call('update', { idToken, linkProviderUserInfo: linked })
      also(body['providerUserInfo'], [expect.anything(), linked])
      return lookup(idToken)
    }),
    { providerUserInfo: [expect.objectContaining({ providerId: 'password' }), linked] },
  ],
  ...(
    [
      ['rawId', 'MISSING_RAW_ID'],
      ['providerId', 'MISSING_PROVIDER_ID'],
    ] as const
  ).map(([name, code]): Case => [
    'update',
    `a provider without its ${name}`,
    withPerson(({ idToken }) =>
      call('update', { idToken, linkProviderUserInfo: { ...linked, [name]: undefined } }),
    ),
    code,
  ]),
  [
    'update',
    'a provider of a disabled person',
    withPerson(async ({ idToken, localId }) => {
      await asOwner('update', { localId, disableUser: true })
      return call('update', { idToken, linkProviderUserInfo: linked })
    }),
    'USER_DISABLED',
  ],
])
