import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { Problem } from '#server/kernel/problem.ts'

export const isTransient = (error: unknown): boolean => /^40(001|P01)$/.test(codeOf(error))

/** The refusal of every write while staff see the site as somebody. */
export const refuseToWrite = (): Problem =>
  new Problem('viewing-only', { detail: 'Nothing can be changed while you see the site as somebody else.' })

export const isWriteRefused = (error: unknown): boolean => codeOf(error) === '25006'

/** Returns true if the statement was cancelled, usually by its timeout. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

/** Returns true if the constraint with this name was violated. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  codeOf(error).startsWith('23') &&
  'constraint' in error &&
  error.constraint === constraint

/**
 * Returns true if a read failed on a replica for a reason that may not apply to the primary: a conflict with replay, a
 * lost connection, or a write. A statement timeout does not count, because it would also occur on the primary.
 */
export const isRetryableOnPrimary = (error: unknown): boolean => {
  const state = codeOf(error)
  if (state === '57014' && /statement timeout/.test(messageOf(error))) return false
  return isWriteRefused(error) || problemOf(error)?.code === 'unavailable'
}

const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|Client has encountered/

/**
 * Converts a PostgreSQL error to a problem (promises rule 14): invalid values are the caller's fault, overload and lost
 * connections are temporary, and everything else returns undefined.
 */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const state = codeOf(error)
  if (state.startsWith('22')) return new Problem('request-invalid', { detail: 'A value is out of its range' })
  const busy =
    /^(40|53|55P03|57|08)/.test(state) ||
    (error instanceof Error && connectionLost.test(`${state} ${error.message}`))
  if (busy) {
    const detail = 'Nothing was changed. Try again in a moment.'
    return Object.assign(new Problem('unavailable', { detail }, 2), { cause: error })
  }
  return undefined
}
