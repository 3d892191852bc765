import { Problem } from '#server/kernel/problem.ts'

/** The answer to a request that is refused because of the load, before anything was done for it. */
export const busy = (): Problem =>
  new Problem('unavailable', { detail: 'The server is busy. Nothing was changed; try again in a moment.' }, 1)
