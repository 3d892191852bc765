// A measured process of `bench/api.ts`: the product's API, or plain `node:http` and `pg` that replay recorded
// statements and responses.
// node bench/api-server.ts product|bare <database> <file of the recordings> <secret>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { createLog } from '#server/kernel/log.ts'
import { z } from 'zod'
import { Statement } from './search-raw.ts'
import { benchConfig } from './fixture.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

/** The statements that an endpoint sends for a request, and its response. */
const Recording = z.object({ statements: z.array(Statement), answer: z.string() })
export type Recording = z.infer<typeof Recording>

const [kind, databaseUrl, file, secret] = process.argv.slice(2)
const connections = 16

async function serveProduct(): Promise<string> {
  const config = benchConfig(secret)
  const log = createLog(config.log.level)
  const db = openDb(databaseUrl!, { max: connections })
  const deps = {
    db,
    now: systemClock,
    enqueue: () => Promise.resolve(),
    log,
    site: config.site,
    storage: openStorage(config.storage),
  }
  const app = await createApp({
    config,
    deps,
    accountLoadDeps: deps,
    healthDb: db,
    isStopping: () => false,
    perMinute: { writes: 1_000_000_000, reads: 1_000_000_000 },
  })
  process.on('disconnect', () => {
    app.server.closeAllConnections()
    void app.close().then(() => db.destroy())
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function serveBare(): Promise<string> {
  const recordings = z.record(z.string(), Recording).parse(JSON.parse(readFileSync(file!, 'utf8')))
  const pool = new pg.Pool({ connectionString: databaseUrl!, max: connections })
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `named_${names.size}`
    names.set(text, name)
    return name
  }
  const server = createServer((request, response) => {
    const { statements, answer } = recordings[request.url!]!
    const run = async () => {
      // Concurrent statements, as in the product.
      await Promise.all(
        statements.map(({ text, values }) => pool.query({ name: nameOf(text), text, values: [...values] })),
      )
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(answer),
        })
        .end(answer)
    }
    request.resume()
    request.once('end', () => void run())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.on('disconnect', () => {
    server.closeAllConnections()
    server.close()
    void pool.end()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The bare server has no port')
  return `http://127.0.0.1:${address.port}`
}

const started = performance.now()
const url = await (kind === 'product' ? serveProduct() : serveBare())
process.send!({ url, readyMs: performance.now() - started })
