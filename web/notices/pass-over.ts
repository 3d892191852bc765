import { ApiProblem, NetworkProblem } from '#web/api.ts'

/** For what goes on beside the page: a server that cannot be reached is no reason to disturb, and the next time mends it. */
export function passOver(error: unknown): void {
  if (!(error instanceof NetworkProblem || error instanceof ApiProblem)) throw error
}
