import { Problem } from '#server/kernel/problem.ts'

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

export const isTransient = (error: unknown): boolean => /^40(001|P01)$/.test(sqlState(error))

/** The statement was given up because it used up its time. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === '57014'

/** True for a violated constraint of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  sqlState(error).startsWith('23') && (error as { constraint?: string }).constraint === constraint

/**
 * A replica failed a read for a reason that the database it follows may not share: a conflict with what it repeats, a lost
 * connection, or something to be written. What took too long would take as long there.
 */
export const mayBeAskedElsewhere = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state === '57014' && /statement timeout/.test((error as Error).message)) return false
  return state === '25006' || problemOf(error)?.code === 'unavailable'
}

const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|ECONNREFUSED|ECONNRESET|EPIPE|Client has encountered/

/** PostgreSQL's word translated (promises rule 14): bad values are the caller's fault, everything else passes. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const state = sqlState(error)
  if (state.startsWith('22')) return new Problem('request-invalid', { detail: 'A value is out of its range' })
  const busy =
    /^(40|53|55P03|57|08)/.test(state) ||
    (error instanceof Error && connectionLost.test(`${state} ${error.message}`))
  if (busy) return new Problem('unavailable', { detail: 'Nothing was changed. Try again in a moment.' }, 2)
  return undefined
}
