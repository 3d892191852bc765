import { type ChildProcess, spawn } from 'node:child_process'
import { seedDatabase } from '#database/seed.ts'
import { invariantNames } from '#contract/ledger.ts'
import { readConfig } from '#server/config/config.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { findViolations } from '#server/ledger/invariant-store.ts'
import { legalSteps, overdueWorkInvariants } from '#server/ledger/invariant.ts'
import { cloneTemplate, type Contents, type OwnDatabase, prepareTemplate } from '#test/databases.ts'
import { openWorkFolder } from '#test/work-folder.ts'

export type Running = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** Starts the real product like `npm start`. */
export function startProduct(
  environment: Record<string, string>,
  onOutput: (words: string) => void = () => {},
): Running {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      onOutput(chunk.toString())
    })
  return { child, output: () => text, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

export type Product = { url: string; databaseUrl: string; close: () => Promise<void> }

/**
 * Template with the world's towns and holidays, whose import takes longer than most tests; every product gets a clone.
 */
const worldContents: Contents = {
  kind: 'world',
  async fill(url) {
    const config = readConfig({ DEMO: 'off', LOG_LEVEL: 'warn' }, '.')
    await seedDatabase(config, url, async (_, work) => work())
  },
}

export const ownDatabase = async (): Promise<OwnDatabase> =>
  cloneTemplate(await prepareTemplate(worldContents))

/**
 * The secret shared by all products of a run, because some share a database; with BASE_URL, the secret of that product.
 */
const secret = process.env['SECRET'] ?? 's'.repeat(32)

/** Starts a product on an existing database and waits until it is ready; fails if it does not exit cleanly. */
export async function runProduct(
  environment: Record<string, string>,
  onOutput?: (words: string) => void,
): Promise<Omit<Product, 'databaseUrl'>> {
  const { folder, remove } = await openWorkFolder()
  const url = `http://localhost:${environment['PORT'] ?? (await freePort())}`
  const running = startProduct(
    { LOG_LEVEL: 'warn', PORT: new URL(url).port, DATA_DIR: folder, SECRET: secret, ...environment },
    onOutput,
  )
  const close = async () => {
    running.child.kill('SIGINT')
    const code = await running.ended
    await remove()
    if (code !== 0) throw new Error(`The server ended with ${code} instead of 0:\n${running.output()}`)
  }
  const ready = new Promise<'ready'>((resolve) => {
    running.child.stdout!.on('data', () => {
      if (running.output().includes('Ready after')) resolve('ready')
    })
  })
  if ((await Promise.race([ready, running.ended])) !== 'ready') await close()
  return { url, close }
}

/** Overdue work is left out, because it depends on how busy the machine is. */
const checkedInvariants = invariantNames.filter((name) => !overdueWorkInvariants.includes(name))

/** Fails if what the tests have left in the database breaks an invariant. */
async function expectInvariants(databaseUrl: string): Promise<void> {
  const db = openDb(databaseUrl, { max: 1 })
  const found = await findViolations(
    db,
    { at: new Date(), since: null, steps: legalSteps, sendsMail: true },
    checkedInvariants,
  ).finally(() => db.destroy())
  const broken = found.filter(({ violations }) => violations > 0)
  if (broken.length > 0) throw new Error(`The tests have left broken invariants: ${JSON.stringify(broken)}`)
}

/** The same with a new database, whose invariants are checked when it is closed. */
export async function openProduct(
  environment: Record<string, string>,
  onOutput?: (words: string) => void,
): Promise<Product> {
  const database = await ownDatabase()
  const { url, close } = await runProduct({ DATABASE_URL: database.url, ...environment }, onOutput)
  return {
    url,
    databaseUrl: database.url,
    async close() {
      await close()
        .then(() => expectInvariants(database.url))
        .finally(database.drop)
    },
  }
}
