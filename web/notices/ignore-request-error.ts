import { ApiProblem, NetworkProblem } from '#web/api.ts'

/** Ignores network and API errors of background requests; the next request makes up for them. */
export function ignoreRequestError(error: unknown): void {
  if (!(error instanceof NetworkProblem || error instanceof ApiProblem)) throw error
}
