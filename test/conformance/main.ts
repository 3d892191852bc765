// Runs the sign-in service for suites written for the official emulator. For tests only: it trusts every request.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { conformanceApp } from '#test/conformance/app.ts'
import { openWorkFolder } from '#test/work-folder.ts'

const host = '127.0.0.1'

function readPort(): number {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '9099' } } })
  const port = Number(values.port)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartError('--port: Use a number from 0 to 65535.')
}

async function main(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production')
    throw new StartError(
      'The conformance entry believes everybody and does not run with NODE_ENV=production.',
    )
  const port = readPort()
  const { folder, remove } = await openWorkFolder()
  const postgres = await startPostgres(join(folder, 'postgres'))
  const stops = [remove, postgres.stop]
  let ending: Promise<void> | undefined
  const end = (code: number) =>
    (ending ??= (async () => {
      for (const stop of stops.toReversed()) await stop()
      process.exit(code)
    })())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  try {
    await migrate(postgres.url)
    const db = openDb(postgres.url, { max: 16, bulk: true })
    stops.push(() => db.destroy())
    const app = await conformanceApp({
      db,
      origin: `http://${host}:${port}`,
      projectId: process.env['IDENTITY_PROJECT_ID'] ?? 'example',
    })
    stops.push(() => app.close())
    console.log(`Ready at ${await app.listen({ port, host })}`)
  } catch (error) {
    console.error(error)
    await end(1)
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
