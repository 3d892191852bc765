// The process of `benchmark.db.test.ts`: three cases on a pool of one connection, of which the second may fail.
// node bench/benchmark-child.ts <database> good|bad|unprepared|ended
import { sql } from 'kysely'
import { openDb } from '#server/kernel/db/db.ts'
import { openBenchmark } from './benchmark.ts'

const [databaseUrl, mood] = process.argv.slice(2)
const benchmark = openBenchmark()
const db = openDb(databaseUrl!, { max: 1 })
benchmark.onEnd(() => console.log('closed last'))
benchmark.onEnd(async () => {
  await db.destroy()
  console.log('closed first')
})
if (mood === 'unprepared') throw new Error('There is no fixture.')

const readOne = async () => {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  return rows[0]!.one
}
/** Asks for a second connection while it holds the only one; also without waiting for the result. */
const readTwice = () =>
  db.connection().execute(() => {
    void readOne()
    return readOne()
  })

const measure = async (name: string, work: () => Promise<string | number>) => {
  const measured = await benchmark.runCase(name, work, (reason) => `not measured: ${reason}`)
  console.log(`| ${name} | ${measured} |`)
}
await measure('early', readOne)
await measure('busy', () => {
  benchmark.onEnd(() => console.log('closed after busy'))
  return mood === 'bad' ? readTwice() : readOne()
})
if (mood === 'ended')
  await measure('ended', () => {
    const { promise, reject } = Promise.withResolvers<number>()
    benchmark.onEnd(() => reject(new Error('The server is stopped.')))
    process.kill(process.pid, 'SIGTERM')
    return promise
  })
await measure('late', readOne)
await benchmark.end()
