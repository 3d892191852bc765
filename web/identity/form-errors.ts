import { errorsOf } from '#web/accounts/use-saving.ts'
import { identityCode, identityMessage } from '#web/identity/messages.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

/** Which field each code speaks about; the others stand alone. */
const fields: Record<string, 'email' | 'password'> = {
  'auth/invalid-email': 'email',
  'auth/missing-email': 'email',
  'auth/email-already-in-use': 'email',
  'auth/missing-password': 'password',
  'auth/weak-password': 'password',
  'auth/password-does-not-meet-requirements': 'password',
}

/** What a failure means for the form that met it; undefined for a fault of our own. */
export function formErrorsOf(error: unknown): FormError[] | undefined {
  const code = identityCode(error)
  return code ? [{ name: fields[code], message: identityMessage(error) }] : errorsOf(error)
}
