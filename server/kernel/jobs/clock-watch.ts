import { existsSync, readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'
import { sql } from 'kysely'
import type { Clock } from '#server/kernel/clock.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Log } from '#server/kernel/log.ts'
import { clockJumps } from '#server/kernel/metrics/metrics.ts'
import { operatorCommand } from '#server/kernel/version.ts'

/**
 * One reading of a machine's clock together with two others: its uptime, including time asleep, and the clock of the
 * database.
 */
export type ClockReading = { atMs: number; uptimeMs: number; databaseAtMs: number }

export type Doubt = {
  against: 'uptime' | 'database' | 'last_run'
  byMs: number
  /** How long all clocks have to agree, in milliseconds, before the machine's clock is trusted again. */
  neededMs: number
  /** Uptime since which all clocks agree; null while they do not. */
  agreedUptimeMs: number | null
}
export type WatchState = { lastReading: ClockReading; acceptedSkewMs: number; doubt: Doubt | null }

export const maxJumpMs = 5 * 60_000
export const agreementMs = 3_600_000
/**
 * A machine that was off has no earlier reading to compare with; a wrong clock is usually corrected soon after the
 * start.
 */
export const settlingMs = 5 * 60_000

/** Returns which other clock this reading contradicts. `lastRunMs` is the last time trusted by any worker. */
function contradiction(known: WatchState | null, lastRunMs: number | null, reading: ClockReading) {
  const skew = reading.atMs - reading.databaseAtMs - (known?.acceptedSkewMs ?? 0)
  if (Math.abs(skew) > maxJumpMs)
    return { against: 'database' as const, byMs: skew, neededMs: agreementMs, agreedUptimeMs: null }
  const agreedUptimeMs = reading.uptimeMs
  if (known) {
    const jump = reading.atMs - known.lastReading.atMs - (reading.uptimeMs - known.lastReading.uptimeMs)
    if (Math.abs(jump) <= maxJumpMs) return null
    return { against: 'uptime' as const, byMs: jump, neededMs: agreementMs, agreedUptimeMs }
  }
  const gap = lastRunMs === null ? 0 : reading.atMs - lastRunMs
  if (Math.abs(gap) <= maxJumpMs) return null
  const neededMs = gap < 0 ? agreementMs : settlingMs
  return { against: 'last_run' as const, byMs: gap, neededMs, agreedUptimeMs }
}

/** Returns the state after one more reading (decision 74). */
export function assessClock(
  known: WatchState | null,
  lastRunMs: number | null,
  reading: ClockReading,
): WatchState {
  const found = contradiction(known, lastRunMs, reading)
  const { acceptedSkewMs = 0, doubt = null } = known ?? {}
  const next = (now: Doubt | null): WatchState => ({ lastReading: reading, acceptedSkewMs, doubt: now })
  if (found) return next({ ...found, neededMs: Math.max(found.neededMs, doubt?.neededMs ?? 0) })
  if (!doubt) return next(null)
  const agreedUptimeMs = doubt.agreedUptimeMs ?? reading.uptimeMs
  return next(reading.uptimeMs - agreedUptimeMs >= doubt.neededMs ? null : { ...doubt, agreedUptimeMs })
}

export type Machine = {
  /**
   * Identifies the host within one start of the machine; `boot` identifies the start and is shared by its containers.
   */
  name: string
  boot: string
  uptimeMs: () => number
}

/** Uses the boot id of Linux and the uptime, which includes the time asleep. */
export function thisMachine(): Machine {
  const bootFile = '/proc/sys/kernel/random/boot_id'
  const boot = existsSync(bootFile) ? readFileSync(bootFile, 'utf8').trim() : hostname()
  return { name: `${boot} ${hostname()}`, boot, uptimeMs: () => Math.round(uptime() * 1000) }
}

export type ClockWatch = {
  /** Reads the clocks and returns whether deadlines may be executed by them. */
  isTrusted: () => Promise<boolean>
}

type Options = {
  db: Db
  now: Clock
  log: Log
  machine?: Machine
  /** Only tests set the clock of the database. */
  databaseNow?: (tx: Tx) => Promise<Date>
}

const readDatabaseClock = async (tx: Tx): Promise<Date> =>
  (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)).rows[0]!.at

export function openClockWatch({
  db,
  now,
  log,
  machine = thisMachine(),
  databaseNow = readDatabaseClock,
}: Options): ClockWatch {
  return {
    isTrusted: () =>
      inTransaction(db, async (tx) => {
        const databaseAtMs = (await databaseNow(tx)).getTime()
        const reading = { atMs: now().getTime(), uptimeMs: machine.uptimeMs(), databaseAtMs }
        const known = await findWatch(tx, machine, reading.uptimeMs)
        const watch = assessClock(known, known ? null : await findLastRun(tx), reading)
        await saveWatch(tx, machine, watch)
        reportChange(log, known, watch)
        return watch.doubt === null
      }),
  }
}

function reportChange(log: Log, known: WatchState | null, { doubt, lastReading }: WatchState): void {
  const before = known?.doubt
  if (!doubt) {
    if (before) log.info('The clock is trusted again, and deadlines are carried out again')
    return
  }
  const isNew = !before || doubt.against !== before.against || doubt.byMs !== before.byMs
  if (!isNew || (before?.against === 'database' && doubt.against === 'database')) return
  clockJumps.inc({ against: doubt.against })
  log.error(
    {
      clock: new Date(lastReading.atMs).toISOString(),
      database: new Date(lastReading.databaseAtMs).toISOString(),
      against: doubt.against,
      bySeconds: Math.round(doubt.byMs / 1000),
      untilAgreedForSeconds: doubt.neededMs / 1000,
    },
    `The clock has jumped, and no deadlines are carried out; once it is right, run "${operatorCommand('clock --trust')}"`,
  )
}

/** Finds the last state of this machine. A recreated container has another name but the same boot and clock. */
async function findWatch(tx: Tx, { name, boot }: Machine, uptimeMs: number): Promise<WatchState | null> {
  const row = await tx
    .selectFrom('clock_watch')
    .selectAll()
    .where('boot', '=', boot)
    .where('seen_uptime_ms', '<=', String(uptimeMs))
    .orderBy((eb) => eb('machine', '=', name), 'desc')
    .orderBy('seen_uptime_ms', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const atMs = row.seen_at.getTime()
  return {
    lastReading: {
      atMs,
      uptimeMs: Number(row.seen_uptime_ms),
      databaseAtMs: atMs - Number(row.seen_skew_ms),
    },
    acceptedSkewMs: Number(row.accepted_skew_ms),
    doubt: row.doubt_against
      ? {
          against: row.doubt_against,
          byMs: Number(row.doubt_by_ms),
          neededMs: Number(row.doubt_needed_ms),
          agreedUptimeMs: row.agreed_uptime_ms === null ? null : Number(row.agreed_uptime_ms),
        }
      : null,
  }
}

async function findLastRun(tx: Tx): Promise<number | null> {
  const row = await tx
    .selectFrom('clock_watch')
    .select('trusted_at')
    .where('trusted_turn', 'is not', null)
    .orderBy('trusted_turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.trusted_at?.getTime() ?? null
}

async function saveWatch(
  tx: Tx,
  { name, boot }: Machine,
  { lastReading, acceptedSkewMs, doubt }: WatchState,
): Promise<void> {
  const seenAt = new Date(lastReading.atMs)
  const row = {
    boot,
    seen_at: seenAt,
    seen_uptime_ms: String(lastReading.uptimeMs),
    seen_skew_ms: String(lastReading.atMs - lastReading.databaseAtMs),
    accepted_skew_ms: String(acceptedSkewMs),
    doubt_against: doubt?.against ?? null,
    doubt_by_ms: doubt ? String(doubt.byMs) : null,
    doubt_needed_ms: doubt ? String(doubt.neededMs) : null,
    agreed_uptime_ms: doubt?.agreedUptimeMs == null ? null : String(doubt.agreedUptimeMs),
    ...(doubt ? {} : { trusted_at: seenAt, trusted_turn: sql<string>`nextval('clock_watch_turn')` }),
  }
  await tx
    .insertInto('clock_watch')
    .values({ machine: name, ...row })
    .onConflict((conflict) => conflict.column('machine').doUpdateSet(row))
    .execute()
}

export type ClockState = { machine: string; seenAt: Date; doubt: Doubt | null; agreedMs: number }

/** Returns the state of all machines, most recently seen first. */
export async function clockStates(db: Db): Promise<ClockState[]> {
  const rows = await db.selectFrom('clock_watch').selectAll().orderBy('seen_at', 'desc').execute()
  return rows.map((row) => ({
    machine: row.machine,
    seenAt: row.seen_at,
    doubt: row.doubt_against
      ? {
          against: row.doubt_against,
          byMs: Number(row.doubt_by_ms),
          neededMs: Number(row.doubt_needed_ms),
          agreedUptimeMs: row.agreed_uptime_ms === null ? null : Number(row.agreed_uptime_ms),
        }
      : null,
    agreedMs: row.agreed_uptime_ms === null ? 0 : Number(row.seen_uptime_ms) - Number(row.agreed_uptime_ms),
  }))
}

/** Accepts all clocks as they are, as confirmed by the operator; returns how many were in doubt. */
export const trustClocks = (db: Db): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('clock_watch')
      .set((eb) => ({
        doubt_against: null,
        doubt_by_ms: null,
        doubt_needed_ms: null,
        agreed_uptime_ms: null,
        accepted_skew_ms: eb.ref('seen_skew_ms'),
        trusted_at: eb.ref('seen_at'),
        trusted_turn: sql<string>`nextval('clock_watch_turn')`,
      }))
      .where('doubt_against', 'is not', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })

const retentionDays = 90

/** Deletes machines that have not been seen for 90 days. */
export const sweepClockWatches = (tx: Tx, now: Date) =>
  tx
    .deleteFrom('clock_watch')
    .where('seen_at', '<', new Date(now.getTime() - retentionDays * 86_400_000))
    .execute()
