import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  type CopyHead,
  isSegment,
  makeCopy,
  placeOfCopies,
  positionOf,
  readCopies,
  removeOldCopies,
  timelineOf,
  walFolder,
} from '#server/backups/copies.ts'
import { type Destination, openDestination } from '#server/backups/destination.ts'
import { isDue } from '#server/backups/due.ts'
import { causeOf } from '#server/backups/outcome.ts'
import type { Config } from '#server/config/config.ts'
import { type Place, readWhole, writeWhole } from '#server/kernel/backup/parts.ts'
import { Busy, withClient } from '#server/kernel/backup/snapshot.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import { spoolOf } from '#server/kernel/postgres/archive.ts'

/** Segments of 16 MB, and the histories of timelines; PostgreSQL also archives others, which nothing needs. */
const wanted = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/** The archived log of one database, encrypted with one key. */
export type Archive = { place: Place; folder: string }

export const archiveOf = (place: Place, system: string): Archive => ({
  place,
  folder: walFolder(system, place.lock.id),
})

/** Archives what PostgreSQL has put into the spool, in order; returns the names. */
export async function shipSpool({ place, folder }: Archive, spool: string): Promise<string[]> {
  const shipped: string[] = []
  const found = await readdir(spool).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const name of found.toSorted()) {
    // Unfinished ones begin with a dot.
    if (name.startsWith('.')) continue
    if (wanted.test(name)) {
      const content = await readFile(join(spool, name))
      await writeWhole(place, `${folder}/${name.toLowerCase()}`, content)
      shipped.push(name)
    }
    await rm(join(spool, name))
  }
  return shipped
}

/** Returns an archived file; null if it does not exist. */
export const readArchived = ({ place, folder }: Archive, name: string): Promise<Buffer | null> =>
  readWhole(place, `${folder}/${name.toLowerCase()}`)

export async function listArchived({ place, folder }: Archive): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of place.storage.list(folder))
    names.push(name.slice(folder.length + 1).toUpperCase())
  return names.filter(isSegment).toSorted()
}

/** The segment after this one on the same timeline. */
export function segmentAfter(segment: string): string {
  const number = BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return timelineOf(segment) + hex(number / 256n) + hex(number % 256n)
}

/**
 * A missing segment between others of its timeline is damage; after the last, or before the first, it is where the log
 * of this timeline ends or begins.
 */
export const isGap = (segment: string, archived: readonly string[]): boolean => {
  const positions = archived
    .filter((one) => timelineOf(one) === timelineOf(segment))
    .map((one) => positionOf(one))
  const position = positionOf(segment)
  return positions.some((one) => one < position) && positions.some((one) => one > position)
}

type Source = {
  deps: Pick<Deps, 'db' | 'now' | 'log'>
  config: Config
  url: string
  folder: string
  destination: Destination
}

const identityQuery = `select (select system_identifier::text from pg_control_system()) as system,
  lpad(upper(to_hex(timeline_id)), 8, '0') as timeline from pg_control_checkpoint()`
type Identity = { system: string; timeline: string }

async function readIdentity(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(identityQuery)
  return rows[0]!
}

type Shipping = {
  archive: Archive
  /** Copies with which the archived log can be replayed. */
  copies: CopyHead[]
  timeline: string
  /** The last segment that was archived. */
  last: string | undefined
}

async function openArchive(url: string, destination: Destination): Promise<Shipping> {
  const copies = await readCopies(destination.storage)
  const { system, timeline } = await withClient(url, readIdentity)
  const place = await placeOfCopies(destination, copies)
  const archive = archiveOf(place, system)
  const last = (await listArchived(archive)).findLast((one) => timelineOf(one) === timeline)
  const isUsable = (one: CopyHead) => one.system === system && one.locked?.salt === place.lock.locked?.salt
  return { archive, timeline, last, copies: copies.filter(isUsable) }
}

/** What archives the log of one database. */
export function openShipping({ deps, config, url, folder, destination }: Source) {
  const spool = spoolOf(folder)
  const { at, wal } = config.backup
  let opening: Promise<Shipping> | undefined
  let hasGap = false

  /** Once, because a new key must be the same for the copies and the log. */
  const open = () =>
    (opening ??= openArchive(url, destination).catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  let shippingNow = Promise.resolve()
  /** One at a time, because a copy archives what it needs while the loop goes on. */
  const ship = (): Promise<void> => (shippingNow = shippingNow.catch(() => {}).then(shipOnce))

  async function shipOnce(): Promise<void> {
    const state = await open()
    for (const name of (await shipSpool(state.archive, spool)).filter(isSegment)) {
      // The log was not archived for a time, so that what follows cannot be replayed after an earlier copy.
      hasGap ||= state.last !== undefined && name !== segmentAfter(state.last) && name > state.last
      state.last = name
      await replaceMeasurements(
        deps.db,
        ['wal_archived', 'wal_failure'],
        [{ name: 'wal_archived', labels: {}, value: 1, at: deps.now() }],
      )
    }
  }

  async function copyIfDue(): Promise<void> {
    const { copies, archive, timeline } = await open()
    const newest = copies.findLast(({ segment }) => timelineOf(segment) === timeline)
    const madeAt = newest && !hasGap ? new Date(newest.takenAt) : null
    if (!at || !wal || !isDue({ now: deps.now(), at, madeAt, failedAt: null })) return
    const head = await makeCopy({ url, folder, place: archive.place, now: deps.now, ship })
    hasGap = false
    copies.push(head)
    deps.log.info({ id: head.id }, 'copy of the database made')
    await removeOldCopies(destination.storage, new Date(Date.parse(head.endedAt) - wal.days * dayMs))
  }

  return { ship, copyIfDue, spool }
}

const dayMs = 86_400_000
const pollMs = 500
/** A failure is tried again after this time. */
const retryMs = 30_000
/** A stopping server waits so long for the last segment. */
const stopMs = 5_000

/**
 * Archives the log of the embedded database while the server runs, and copies its files once a day. At the stop, the
 * segment in progress is archived too.
 */
export function keepArchiving(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  config: Config,
  url: string,
): { stop: () => Promise<void> } {
  const { destination, passphrase, wal } = config.backup
  if (!destination || !wal || config.databaseUrl) {
    const forgotten = replaceMeasurements(deps.db, ['wal_archived', 'wal_failure'], [])
    return { stop: () => forgotten.catch(() => {}) }
  }
  const folder = join(config.dataDir, 'postgres')
  const shipping = openShipping({
    deps,
    config,
    url,
    folder,
    destination: openDestination(destination, passphrase),
  })
  const stopping = new AbortController()
  let shownCause: string | undefined
  const report = async (error: unknown) => {
    if (error instanceof Busy || stopping.signal.aborted) return
    const cause = causeOf(error)
    if (cause !== shownCause) deps.log.error({ err: error }, 'the log of the database could not be archived')
    shownCause = cause
    const failure = { name: 'wal_failure', labels: { cause }, value: 1, at: deps.now() }
    try {
      await replaceMeasurements(deps.db, ['wal_failure'], [failure])
    } catch (second) {
      // The database may be what fails.
      deps.log.debug({ err: second }, 'the failure could not be noted')
    }
  }
  // A large copy takes long, and the log is archived meanwhile.
  const copying = repeat(shipping.copyIfDue, stopping.signal, report)
  copying.catch(() => {})
  const running = repeat(shipping.ship, stopping.signal, report)
  return {
    async stop() {
      stopping.abort()
      await running
      await shipLast(url, shipping).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the last log of the database could not be archived'),
      )
    },
  }
}

async function repeat(
  work: () => Promise<void>,
  signal: AbortSignal,
  report: (error: unknown) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    let waitMs = pollMs
    try {
      await work()
    } catch (error) {
      await report(error)
      waitMs = retryMs
    }
    await pause(waitMs, undefined, { signal }).catch(() => {})
  }
}

/** Finishes the segment in progress and archives it. */
async function shipLast(
  url: string,
  { ship, spool }: { ship: () => Promise<void>; spool: string },
): Promise<void> {
  const segment = await withClient(url, async (client) => {
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_switch_wal()) as segment',
    )
    return rows[0]!.segment
  })
  const started = stopwatch()
  while (stopwatch() - started < stopMs) {
    const waiting = await readdir(spool)
    await ship()
    if (waiting.includes(segment)) return
    await pause(100)
  }
}
