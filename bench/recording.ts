import { type Db, openDb } from '#server/kernel/db/db.ts'
import { Statement } from './search-raw.ts'

/** A database connection that records its statements. It has no time limits, because it serves no request. */
export function openRecording(url: string): { db: Db; recorded: Statement[] } {
  const recorded: Statement[] = []
  const db = openDb(url, {
    max: 1,
    bulk: true,
    onConnect(client) {
      const originalQuery = client.query.bind(client) as (...args: unknown[]) => unknown
      Object.assign(client, {
        query(...args: unknown[]) {
          const [first, second] = args
          if (typeof first === 'string') recorded.push(Statement.parse({ text: first, values: second ?? [] }))
          return originalQuery(...args)
        },
      })
    },
  })
  return { db, recorded }
}
