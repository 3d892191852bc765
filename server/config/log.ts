/** What the server writes to its log. */
export type LogConfig = {
  level: string
  /** Lines of requests name the client's address and the path. */
  requests: boolean
  /** Statements that take at least this many milliseconds are logged; undefined for none. */
  slowStatementMs: number | undefined
}

type Values = { LOG_LEVEL: string; LOG_REQUESTS: boolean; LOG_SLOW_STATEMENTS_MS: number }

export const logOf = (values: Values): LogConfig => ({
  level: values.LOG_LEVEL,
  requests: values.LOG_REQUESTS,
  slowStatementMs: values.LOG_SLOW_STATEMENTS_MS || undefined,
})
