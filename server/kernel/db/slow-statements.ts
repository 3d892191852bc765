import type { DbOptions } from '#server/kernel/db/db.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import type { Log } from '#server/kernel/log.ts'

const maxTextLength = 2_000

/** Logs statements that take this long, with placeholders in place of their values, which may be personal data. */
export const logSlowStatements = (log: Log, fromMs: number | undefined): Pick<DbOptions, 'onStatement'> =>
  fromMs === undefined
    ? {}
    : {
        onStatement({ text, ms }) {
          if (ms < fromMs) return
          const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTextLength)
          logCause(log, 'warn', { statement, ms: Math.round(ms) }, 'slow statement')
        },
      }
