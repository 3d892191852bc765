import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Booking, Quote } from '#contract/bookings/bookings.ts'
import { type CopyHead, readCopies } from '#server/backups/copies.ts'
import { openDestination } from '#server/backups/destination.ts'
import { restoreUntil } from '#server/backups/rewind.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { findPostgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { refuseDamaged } from '#test/undamaged.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { runOperator } from '../../scripts/operator-run.ts'
import { accept, bodyOf, newSeen, quoteOf, request, type RequestSpec, sendRequest } from './client.ts'
import { buildFixture, expectInvariantsNow, type Fixture, stayOf } from './fixture.ts'
import { note, rounds } from './plan.ts'
import { type Product, secondsSince, startProduct } from './product.ts'

const losses = rounds(1, 5)
const wanted = rounds(20, 100)
const people = { owners: 20, sitters: 1, capacity: 20 }
const passphrase = 'correct horse battery'
const segmentBytes = 16n * 2n ** 20n

/** What a client was told, and up to where the log had been written by then. */
type Acknowledged = { id: string; status: string; position: bigint }

async function openSite() {
  const { folder, remove } = await openWorkFolder()
  const [dataDir, kept] = [join(folder, 'data'), join(folder, 'kept')]
  const backups = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_DIR: kept,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_AT: '02:30',
    BACKUP_WAL_DAYS: '1',
    BACKUP_WAL_SECONDS: '1',
  }
  const product = await startProduct('', backups)
  onTestFinished(async () => {
    await product.stop()
    await remove()
  })
  return {
    product,
    folder,
    dataDir,
    postgres: join(dataDir, 'postgres'),
    destination: openDestination({ folder: kept }, passphrase),
    environment: { ...backups, SECRET: 's'.repeat(32) },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

const openDatabase = ({ postgres }: Site): Db =>
  openDb(findPostgres(postgres)!, { max: 10, onError: () => {} })

async function writtenUntil(db: Db): Promise<bigint | undefined> {
  const query = sql<{ bytes: string }>`select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as bytes`
  // The database may be gone by now; then nothing is known about this booking.
  const found = await query.execute(db).catch(() => undefined)
  return found && BigInt(found.rows[0]!.bytes)
}

/** The end of the last segment that is archived. */
async function archivedUntil({ destination }: Site): Promise<bigint> {
  const names: string[] = []
  for await (const { name } of destination.storage.list('wal')) names.push(name.split('/').at(-1)!)
  const last = names
    .filter((name) => /^[0-9a-f]{24}$/.test(name))
    .toSorted()
    .at(-1)
  if (!last) return 0n
  const number = BigInt(`0x${last.slice(8, 16)}`) * 256n + BigInt(`0x${last.slice(16)}`)
  return (number + 1n) * segmentBytes
}

/** Books as many people at once until the machine is lost; the answers that came before are promises. */
function startBooking({ url }: Product, { owners, sitters: [sitter] }: Fixture, db: Db, round: number) {
  const acknowledged: Acknowledged[] = []
  const seen = newSeen()
  const lost = new AbortController()
  const tell = async ({ id, status }: Booking) => {
    const position = await writtenUntil(db)
    if (position !== undefined) acknowledged.push({ id, status, position })
  }
  /** What is refused because the server is busy changed nothing, and is sent again with the same key. */
  const send = async (spec: RequestSpec) => {
    for (;;) {
      const answer = await sendRequest(url, seen, spec)
      const isBusy = answer !== undefined && [409, 429, 503].includes(answer.status)
      if (!isBusy || lost.signal.aborted) return answer
      await pause(200)
    }
  }
  const book = async (index: number, number: number) => {
    const owner = owners[index]!
    const draft = stayOf(owner, sitter!, 10 + 3 * (number + round * 20))
    const quote = await bodyOf(await send(quoteOf(owner, draft)), Quote)
    const key = `loss-${round}-${index}-${number}`
    const booking = await bodyOf(await send(request(owner, draft, quote, key)), Booking)
    await tell(booking)
    await tell(await bodyOf(await send(accept(sitter!, booking)), Booking))
  }
  const bookings = owners.map(async (_, index) => {
    await pause(index * 100)
    for (let number = 0; number < 20 && !lost.signal.aborted; number++) {
      await book(index, number).catch((error: unknown) => {
        // What fails while the machine is lost was not acknowledged.
        if (!lost.signal.aborted) throw error
      })
      await pause(500)
    }
  })
  const booking = Promise.all(bookings)
  // Awaited only after the machine is lost.
  booking.catch(() => {})
  return {
    acknowledged,
    lose: () => lost.abort(),
    ended: () => booking,
  }
}

/** Kills the server and its database at once and deletes the data folder, as if the disk had died. */
async function loseMachine({ product, postgres, dataDir }: Site): Promise<void> {
  const pid = Number(readFileSync(join(postgres, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await product.kill()
  // The processes of the database end when they notice that the first one is gone, and may write until then.
  await vi.waitUntil(
    async () => {
      await rm(dataDir, { recursive: true, force: true }).catch(() => {})
      return !existsSync(dataDir)
    },
    { timeout: 10_000 },
  )
}

const statusesOf = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await db.selectFrom('booking').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]),
  )

/** Restores a copy alone, without what was archived after it. */
async function countWithoutLog({ destination, folder }: Site, { endedAt }: CopyHead): Promise<number> {
  const own = join(folder, 'control/postgres')
  await restoreUntil({ folder: own, destination, until: new Date(endedAt), print: () => {} })
  const postgres = await startPostgres(own)
  const db = openDb(postgres.url, { max: 1 })
  const { size } = await statusesOf(db)
  await db.destroy()
  await postgres.stop()
  return size
}

test('a machine that loses its data folder amid bookings is restored with everything that was archived', async () => {
  const site = await openSite()
  const { product, environment } = site
  const first = openDatabase(site)
  const fixture = await buildFixture(first, product.config, people)
  await first.destroy()

  const copy = await vi.waitUntil(
    async () => (await readCopies(site.destination.storage, refuseDamaged))[0],
    {
      timeout: 60_000,
    },
  )

  for (let round = 0; round < losses; round++) {
    const db = openDatabase(site)
    const before = await archivedUntil(site)
    const booking = startBooking(product, fixture, db, round)
    await vi.waitUntil(
      async () =>
        booking.acknowledged.filter(({ position }) => position > before).length >= wanted &&
        (await archivedUntil(site)) >= booking.acknowledged[Math.floor(wanted / 2)]!.position,
      { timeout: 120_000, interval: 50 },
    )
    booking.lose()
    await loseMachine(site)
    await booking.ended()
    await db.destroy()
    const archived = await archivedUntil(site)

    const began = stopwatch()
    const said: unknown[] = []
    const print = (line: unknown) => said.push(line)
    const words = ['restore', '--until', 'latest']
    const code = await runOperator(words, { environment, printResult: print, printStatus: print })
    expect([code, ...said]).toEqual([0, ...said])
    const seconds = secondsSince(began)
    await product.restart()
    const restored = openDatabase(site)
    const statuses = await statusesOf(restored)
    const promised = booking.acknowledged.filter(({ position }) => position <= archived)
    note(
      'The data folder is lost amid bookings',
      `${booking.acknowledged.length} answers, ${promised.length} of them before the end of the archived log, restored in ${seconds.toFixed(1)} s`,
    )
    expect(promised.length).toBeGreaterThanOrEqual(wanted / 2)
    expect(promised.filter(({ id }) => !statuses.has(id))).toEqual([])
    const accepted = promised.filter(({ status }) => status === 'confirmed')
    expect(accepted.length).toBeGreaterThan(0)
    expect(new Set(accepted.map(({ id }) => statuses.get(id)))).toEqual(new Set(['confirmed']))
    await vi.waitFor(() => expectInvariantsNow(restored), { timeout: 90_000, interval: 500 })
    await restored.destroy()
    if (round > 0) continue
    const withoutLog = await countWithoutLog(site, copy)
    note('Control: the copy without the log', `${withoutLog} of ${statuses.size} bookings are there`)
    expect(withoutLog).toBeLessThan(promised.length / 2)
  }
})
