import { expect, test } from 'vitest'
import { identityMessage, identityMessages } from '#web/identity/messages.ts'
import { formErrorsOf } from '#web/identity/form-errors.ts'

const catalogue = [
  'invalid-email',
  'wrong-password',
  'invalid-credential',
  'email-already-in-use',
  'user-not-found',
  'too-many-requests',
  'expired-action-code',
  'invalid-action-code',
  'requires-recent-login',
  'user-token-expired',
  'user-disabled',
  'password-does-not-meet-requirements',
  'network-request-failed',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'popup-blocked',
  'invalid-api-key',
  'internal-error',
]

test.each(catalogue)('auth/%s has a message that is a full sentence', (code) => {
  const message = identityMessage({ code: `auth/${code}` })
  expect(message).toBe(identityMessages[`auth/${code}`])
  expect(message).toMatch(/^[A-Z].*\.$/)
})

test('An unknown user and a wrong password have the same message', () => {
  const [unknown, wrong, either] = ['user-not-found', 'wrong-password', 'invalid-credential'].map((code) =>
    identityMessage({ code: `auth/${code}` }),
  )
  expect([unknown, wrong]).toEqual([either, either])
})

test('An unknown code has the generic message of an unexpected error', () => {
  expect(identityMessage({ code: 'auth/something-new' })).toBe(identityMessage(new Error('boom')))
})

test('An error is assigned to the field that it concerns, if any', () => {
  expect(formErrorsOf({ code: 'auth/email-already-in-use' })).toEqual([
    expect.objectContaining({ name: 'email' }),
  ])
  expect(formErrorsOf({ code: 'auth/weak-password' })).toEqual([
    expect.objectContaining({ name: 'password' }),
  ])
  expect(formErrorsOf({ code: 'auth/invalid-credential' })).toEqual([
    expect.objectContaining({ name: undefined }),
  ])
})
