const wrongCredentials =
  'That e-mail and password do not belong together. Check both, or choose a new password.'
const unexpected = 'Something went wrong on our side. Nothing was lost; please try again.'

/** Messages for the identity client's error codes; an unknown user and a wrong password have the same message. */
export const identityMessages: Record<string, string> = {
  'auth/invalid-email': 'Write an e-mail address like name@example.org.',
  'auth/missing-email': 'Fill in your e-mail address.',
  'auth/missing-password': 'Fill in your password.',
  'auth/wrong-password': wrongCredentials,
  'auth/invalid-credential': wrongCredentials,
  'auth/user-not-found': wrongCredentials,
  'auth/email-already-in-use':
    'There is an account with this e-mail address already. Sign in instead, or choose a new password.',
  'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
  'auth/expired-action-code': 'This link is too old. Ask for a new one.',
  'auth/invalid-action-code': 'This link has been used already, or a newer one was sent. Ask for a new one.',
  'auth/requires-recent-login': 'To keep your account safe, please sign in again and repeat this.',
  'auth/user-token-expired': 'Your sign-in has ended. Please sign in again.',
  'auth/invalid-user-token': 'Your sign-in has ended. Please sign in again.',
  'auth/user-disabled': 'This account has been disabled. Please write to us if you think that is a mistake.',
  'auth/user-mismatch': 'That is another account. Please sign in with the one you were using.',
  'auth/weak-password': 'That password is too short. Choose a longer one; a few words in a row are best.',
  'auth/password-does-not-meet-requirements':
    'That password is too easy to guess. Choose a longer one that is not a common word and not your name or address.',
  'auth/network-request-failed':
    'We could not be reached. Check your connection and try again; what you typed is still here.',
  'auth/popup-closed-by-user':
    'The sign-in window was closed before you were done. Open it again when you are ready.',
  'auth/cancelled-popup-request': 'Another sign-in window is open already. Please use that one.',
  'auth/popup-blocked':
    'Your browser did not allow the sign-in window. Allow pop-ups for this site and try again.',
  'auth/unauthorized-domain':
    'Signing in this way is not possible from this address. Please tell the operator of this site.',
  'auth/unauthorized-continue-uri': 'That link leads to another site, so it was not sent.',
  'auth/account-exists-with-different-credential':
    'There is an account with this e-mail address already, and the other service cannot prove that the address is yours. Sign in with your password or with a link by e-mail; then connect the other service in your account, under Security.',
  'auth/credential-already-in-use':
    'That sign-in belongs to another account here already. Use another one, or sign in with it and disconnect it there.',
  'auth/provider-already-linked': 'Your account is already connected to this service.',
  'auth/no-such-provider': 'Your account is no longer connected to this service.',
  'auth/missing-code': 'This link is not complete. Copy the whole address from the mail.',
  'auth/missing-new-email': 'Fill in the new e-mail address.',
  'auth/web-storage-unsupported':
    'Your browser does not let this site store anything, so you cannot sign in. Allow storage for this site and try again.',
  'auth/operation-not-allowed': 'This way of signing in is not offered here.',
  'auth/admin-restricted-operation': 'New accounts cannot be created at the moment.',
  'auth/user-cancelled': 'You said no at the other service, so nothing was changed.',
  'auth/unavailable': 'The service is busy or being restarted. Please try again in a moment.',
  'auth/timeout': 'That took too long. Please try again.',
  'auth/invalid-api-key': 'Signing in is not set up correctly. Please tell the operator of this site.',
  'auth/internal-error': unexpected,
}

/** Returns the code of an identity client error; undefined for any other error. */
export function identityCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && error.code.startsWith('auth/') ? error.code : undefined
}

/** Returns a member of a value of unknown shape; undefined if there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Extracts the service's own message. For an account that is being deleted, it says until when it can be restored. */
function serviceMessageIn(error: unknown): string | undefined {
  const message = ['customData', '_tokenResponse', 'error', 'message'].reduce(memberOf, error)
  return typeof message === 'string' ? message.split(' : ')[1] : undefined
}

export function identityMessage(error: unknown): string {
  const code = identityCode(error)
  const sentence = code === 'auth/user-disabled' ? serviceMessageIn(error) : undefined
  if (sentence) return sentence
  return (code && identityMessages[code]) ?? unexpected
}
