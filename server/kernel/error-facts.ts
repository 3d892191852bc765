/** Returns the `code` of an error: an SQLSTATE of PostgreSQL, or a name like `ENOENT`; empty if it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
