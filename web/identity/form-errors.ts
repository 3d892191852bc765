import { errorsOf } from '#web/accounts/call-errors.ts'
import { identityCode, identityMessage } from '#web/identity/messages.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

/** The field to which each code belongs; other codes belong to the whole form. */
const fields: Record<string, 'email' | 'password'> = {
  'auth/invalid-email': 'email',
  'auth/missing-email': 'email',
  'auth/email-already-in-use': 'email',
  'auth/missing-password': 'password',
  'auth/weak-password': 'password',
  'auth/password-does-not-meet-requirements': 'password',
}

/** Maps a failure to form errors; undefined for unexpected errors. */
export function formErrorsOf(error: unknown): FormError[] | undefined {
  const code = identityCode(error)
  return code ? [{ name: fields[code], message: identityMessage(error) }] : errorsOf(error)
}
