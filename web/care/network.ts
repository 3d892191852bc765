import { ApiProblem, NetworkProblem } from '#web/api.ts'

/** Nobody answered, be it the API or whoever renews the sign-in, or whoever answered can do nothing just now. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkProblem ||
  // Broken off because the network went.
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof ApiProblem && error.status === 503) ||
  (error as { code?: string } | null)?.code === 'auth/network-request-failed' ||
  // A part of the program that this device has not kept.
  (error instanceof TypeError && /import|fetch/i.test(error.message))
