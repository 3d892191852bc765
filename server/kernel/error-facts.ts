/** Returns the `code` of an error: an SQLSTATE of PostgreSQL, or a name like `ENOENT`; empty if it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** Returns the first cause of an error: `fetch failed` says nothing, its cause names the address that refused. */
export function firstCauseOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return firstCauseOf(error.errors[0])
  return error instanceof Error && error.cause !== undefined ? firstCauseOf(error.cause) : error
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
