import { ApiProblem, NetworkProblem } from '#web/api.ts'

/** True if the API or the identity service could not be reached, or is temporarily unavailable. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkProblem ||
  // The request was aborted because the network went down.
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof ApiProblem && error.status === 503) ||
  (typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'auth/network-request-failed') ||
  // A code chunk that is not cached on this device.
  (error instanceof TypeError && /import|fetch/i.test(error.message))
