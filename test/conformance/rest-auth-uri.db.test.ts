import { expect } from 'vitest'
import {
  call,
  email,
  gina,
  idp,
  methods,
  throughLink,
  protect,
  allowRepeatedAddresses,
} from '#test/conformance/calls.ts'
import { type Case, runCases, withPerson, another } from '#test/conformance/cases.ts'

runCases([
  [
    'createAuthUri',
    'a known address',
    withPerson(() => call('createAuthUri', { identifier: email, continueUri: 'http://localhost' })),
    { registered: true, signinMethods: ['password'] },
  ],
  [
    'createAuthUri',
    'an unknown address',
    () => call('createAuthUri', { identifier: email, continueUri: 'http://localhost' }),
    { registered: false },
  ],
  [
    'createAuthUri',
    'no address',
    () => call('createAuthUri', { continueUri: 'http://localhost' }),
    'MISSING_IDENTIFIER',
  ],
  [
    'createAuthUri',
    'an address that is none',
    () => call('createAuthUri', { identifier: 'x', continueUri: 'http://localhost' }),
    'INVALID_IDENTIFIER',
  ],
  [
    'createAuthUri',
    'no way back',
    () => call('createAuthUri', { identifier: email }),
    'MISSING_CONTINUE_URI',
  ],
  [
    'createAuthUri',
    'a provider',
    () => call('createAuthUri', { providerId: 'google.com', continueUri: 'http://localhost/cb' }),
    { providerId: 'google.com', authUri: expect.stringContaining('/emulator/auth/handler?') },
  ],
  [
    'createAuthUri',
    'a session of one’s own',
    () => call('createAuthUri', { identifier: email, continueUri: 'http://example.com/', sessionId: 'mine' }),
    { registered: false, sessionId: 'mine' },
  ],
  [
    'createAuthUri',
    'an unknown address, and a session',
    () => methods(email),
    { sessionId: expect.any(String) },
  ],
  [
    'createAuthUri',
    'a known address under the protection',
    withPerson(async () => {
      await protect()
      return methods(email)
    }),
    { sessionId: expect.any(String) },
    ['registered', 'allProviders', 'signinMethods'],
  ],
  [
    'createAuthUri',
    'capitals',
    withPerson(() => methods(email.toUpperCase())),
    { registered: true, allProviders: ['password'] },
  ],
  ...[another, gina.email].flatMap((identifier): Case[] => [
    [
      'createAuthUri',
      `${identifier}, of one’s own or of one’s provider`,
      async () => {
        await throughLink(another, { idToken: (await idp(gina)).body['idToken'] })
        return methods(identifier)
      },
      {
        registered: true,
        allProviders: ['password', 'google.com'],
        signinMethods: ['emailLink', 'google.com'],
      },
    ],
    [
      'createAuthUri',
      `${identifier}, where addresses may repeat`,
      async () => {
        await throughLink(another, { idToken: (await idp(gina)).body['idToken'] })
        await allowRepeatedAddresses()
        return methods(identifier)
      },
      { registered: true, allProviders: ['password'], signinMethods: ['emailLink'] },
    ],
  ]),
  [
    'createAuthUri',
    'a way back that is none',
    () => call('createAuthUri', { identifier: email, continueUri: 'nowhere' }),
    'INVALID_CONTINUE_URI',
  ],
])
