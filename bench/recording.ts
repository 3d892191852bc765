import { type Db, openDb } from '#server/kernel/db/db.ts'
import { Statement } from './search-raw.ts'

/** A database connection that records its statements. */
export function openRecording(url: string): { db: Db; recorded: Statement[] } {
  const recorded: Statement[] = []
  const db = openDb(url, {
    max: 1,
    onConnect(client) {
      const ask = client.query.bind(client) as (...given: unknown[]) => unknown
      Object.assign(client, {
        query(...given: unknown[]) {
          const [first, second] = given
          if (typeof first === 'string') recorded.push(Statement.parse({ text: first, values: second ?? [] }))
          return ask(...given)
        },
      })
    },
  })
  return { db, recorded }
}
