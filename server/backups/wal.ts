import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  type Archive,
  archiveOf,
  firstGap,
  isSegment,
  listArchived,
  segmentAfter,
  timelineOf,
} from '#server/backups/archive.ts'
import {
  type CopyHead,
  makeCopy,
  placeOfCopies,
  readCopies,
  removeOldCopies,
} from '#server/backups/copies.ts'
import { type Destination, openDestination, readHeads, reportDamagedTo } from '#server/backups/destination.ts'
import { isDue } from '#server/backups/due.ts'
import { knownFiles } from '#server/backups/kept-files.ts'
import { filesArchivedUntil, onceEach, openLogFiles } from '#server/backups/log-files.ts'
import { causeOf } from '#server/backups/outcome.ts'
import type { Config } from '#server/config/config.ts'
import { writeWhole } from '#server/kernel/backup/parts.ts'
import { Busy, withClient } from '#server/kernel/backup/snapshot.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import { replaceMeasurements } from '#server/kernel/metrics/measurements.ts'
import { spoolOf } from '#server/kernel/postgres/archive.ts'

/** Segments of 16 MB, and the histories of timelines; PostgreSQL also archives others, which nothing needs. */
const wanted = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/

/** What PostgreSQL has put into the spool, in order; unfinished ones begin with a dot. */
async function listSpool(spool: string): Promise<string[]> {
  const found = await readdir(spool).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return found.filter((name) => !name.startsWith('.')).toSorted()
}

/** Archives a file of the spool, and removes it there. */
async function shipFile({ place, folder }: Archive, spool: string, name: string): Promise<void> {
  if (wanted.test(name))
    await writeWhole(place, `${folder}/${name.toLowerCase()}`, await readFile(join(spool, name)))
  await rm(join(spool, name))
}

type ArchivingDeps = Pick<Deps, 'db' | 'now' | 'log' | 'storage'>

type Source = {
  deps: ArchivingDeps
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

/** The segment in progress, as it is named in the archive. */
async function readSegment(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ segment: string }>(
    'select lower(pg_walfile_name(pg_current_wal_lsn())) as segment',
  )
  return rows[0]!.segment
}

type Shipping = {
  archive: Archive
  /** Copies with which the archived log can be replayed. */
  copies: CopyHead[]
  timeline: string
  /** The last segment that was archived. */
  last: string | undefined
  /** Archives the files of new rows; runs first, so that the archived log names no file that is missing. */
  shipFiles: () => Promise<void>
  /** Segments after the newest copy are missing. */
  hasGap: boolean
}

async function openArchive({ deps, url, destination }: Source): Promise<Shipping> {
  const copies = await readCopies(destination.storage, ({ id, sentence }) =>
    deps.log.error({ id, cause: sentence }, 'a copy of the database cannot be read'),
  )
  const { system, timeline } = await withClient(url, readIdentity)
  const place = await placeOfCopies(destination, copies, reportDamagedTo(deps.log))
  const archive = archiveOf(place, system)
  const archived = await listArchived(archive)
  const last = archived.findLast((one) => timelineOf(one) === timeline)
  const isUsable = (one: CopyHead) => one.system === system && one.locked?.salt === place.lock.locked?.salt
  const usable = copies.filter(isUsable)
  const newest = usable.findLast(({ files }) => files !== undefined)
  const reportDamaged = onceEach(reportDamagedTo(deps.log))
  const since = [
    newest && new Date(newest.takenAt),
    await filesArchivedUntil(place, archive.folder, reportDamaged),
  ].filter((at) => !!at)
  // Without a copy, one is made at once, and has the files of all rows.
  const latest = since.length > 0 ? new Date(Math.max(...since.map(Number))) : deps.now()
  const nameList = async (client: pg.Client) => `${archive.folder}/${await readSegment(client)}`
  const shipFiles = openLogFiles({
    url,
    storage: deps.storage,
    place,
    since: latest,
    nameList,
    reportDamaged,
  })
  const current = usable.findLast(({ segment }) => timelineOf(segment) === timeline)
  const isBroken = current !== undefined && firstGap(archived, current.segment) !== undefined
  return { archive, timeline, last, copies: usable, shipFiles, hasGap: isBroken }
}

/** What archives the log of one database. */
export function openShipping(source: Source) {
  const { deps, config, url, folder, destination } = source
  const spool = spoolOf(folder)
  const { at, wal } = config.backup
  let opening: Promise<Shipping> | undefined

  /** Once, because a new key must be the same for the copies and the log. */
  const open = () =>
    (opening ??= openArchive(source).catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  let shippingNow = Promise.resolve()
  /** One at a time, because a copy archives what it needs while the loop goes on. */
  const ship = (): Promise<void> => (shippingNow = shippingNow.catch(() => {}).then(shipOnce))

  async function shipOnce(): Promise<void> {
    const state = await open()
    const waiting = await listSpool(spool)
    try {
      if (waiting.some(isSegment)) await state.shipFiles()
    } finally {
      // Bookings must not be lost because photos cannot be read.
      await shipLog(state, waiting)
    }
  }

  async function shipLog(state: Shipping, waiting: readonly string[]): Promise<void> {
    for (const name of waiting) {
      await shipFile(state.archive, spool, name)
      if (!isSegment(name)) continue
      // The log was not archived for a time, so that what follows cannot be replayed after an earlier copy.
      state.hasGap ||= state.last !== undefined && name !== segmentAfter(state.last) && name > state.last
      state.last = name
      await replaceMeasurements(
        deps.db,
        ['wal_archived', 'wal_failure'],
        [{ name: 'wal_archived', labels: {}, value: 1, at: deps.now() }],
      )
    }
  }

  async function copyIfDue(signal: AbortSignal): Promise<void> {
    const state = await open()
    const { copies, archive, timeline } = state
    const newest = copies.findLast(
      ({ segment, files }) => timelineOf(segment) === timeline && files !== undefined,
    )
    const madeAt = newest && !state.hasGap ? new Date(newest.takenAt) : null
    if (!at || !wal || !isDue({ now: deps.now(), at, madeAt, failedAt: null })) return
    const { place } = archive
    const heads = await readHeads(destination.storage, reportDamagedTo(deps.log))
    const known = await knownFiles(place, heads, copies)
    const { now, storage } = deps
    const head = await makeCopy({ url, folder, place, storage, known, now, ship, signal })
    state.hasGap = false
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
/** A stopping server waits so long for the last segment, and then for the end of a copy in progress. */
const stopMs = 5_000

/**
 * Archives the log of the embedded database while the server runs, and copies its files once a day. At the stop, the
 * segment in progress is archived too.
 */
export function keepArchiving(
  deps: ArchivingDeps,
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
    const cause = causeOf(error, config)
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
  const copying = repeat(() => shipping.copyIfDue(stopping.signal), stopping.signal, report).catch(() => {})
  const running = repeat(shipping.ship, stopping.signal, report)
  return {
    async stop() {
      stopping.abort()
      await running
      await shipLast(url, shipping).catch((error: unknown) =>
        deps.log.error({ err: error }, 'the last log of the database could not be archived'),
      )
      // A copy in progress writes nothing more, but it may still be reading the database or the destination.
      await Promise.race([copying, pause(stopMs, undefined, { ref: false })])
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
