import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { steadyNow, stopwatch } from '#server/kernel/clock.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import { watchPool } from '#server/kernel/db/pools.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import { deferred } from '#server/kernel/db/prepared.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import type { ClockWatch } from '#server/kernel/jobs/clock-watch.ts'
import type { Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { jobDurations, runsHeld, schedulesHealed } from '#server/kernel/metrics/metrics.ts'

/** All background jobs and their payloads. */
export type Jobs = {
  'kernel.send-mail': { mailId: string }
  'kernel.resend-mail': object
  'kernel.sweep': object
  'mails.read-reports': object
  'files.process': { fileId: string }
  'files.sweep': object
  /** Browser and network are those of the last failed attempt. */
  /** Mails the links that confirm and stop an address that staff have entered. */
  'identity.mail-address-change': { uid: string; newEmail: string; reason: string }
  'identity.tell-of-failures': { uid: string; at: string; ip: string; userAgent: string }
  'accounts.rename-sitter': { accountId: string }
  /** Runs after the sign-in has been deleted. */
  'accounts.forget-user': { uid: string }
  /** Runs after the period in which the person could undo the deletion. */
  'accounts.erase': { uid: string }
  'accounts.refresh-email': { uid: string }
  /** Runs after the owner of an address has proved that an account opened with it is theirs. */
  'accounts.end-other-access': { uid: string }
  'notices.send-held': object
  /** Without a notice it is a test push. */
  'notices.push': { deviceId: string; noticeId: string | null }
  /** All messages that are due, or one that was just written. */
  'webhooks.deliver': { deliveryId?: string }
  'care.forget-routes': object
  'lost.end-old-pages': object
  'suspensions.end-due': object
  'favourites.look-into-searches': object
  'favourites.look-into-search': { searchId: string }
  'search.refresh-sitter': { sitterId: string }
  'search.roll-window': { after?: string | null }
  /** Sorts the rows again if too many are out of order. */
  'search.order': object
  'search.record-positions': { after?: number | null }
  'sitters.refresh-figures': { sitterId: string }
  /** A photo was removed from the gallery by somebody other than the sitter. */
  'sitters.refresh-photo': { sitterId: string }
  /** The deletion of an account was requested or undone. */
  'sitters.follow-deletion': { accountId: string }
  'sitters.test-trust': object
  'sitters.refresh-household': { accountId: string }
  /** All feeds that are due, or one that was just added. */
  'calendar.read-feeds': { feedId?: string }
  /** Logs an error if the newest settings cannot be read. */
  'settings.check': object
  'ledger.watch-invariants': object
  'ledger.sweep-invariants': object
  /** `idx` is the position in the booking's history of an event that can occur more than once. */
  'bookings.notify': { bookingId: string; event: string; to: 'owner' | 'sitter'; idx?: number }
  /** Asks each operator to decide or to answer. */
  'bookings.tell-operators': { bookingId: string; event: string; idx?: number }
  'bookings.tell-of-credit': { creditId: string }
  'bookings.run-clock': object
  'bookings.remind-of-news': object
  /** The payment provider's result; without `paymentId` there was nothing to pay, or no attempt to pay. */
  'bookings.settle-payment': {
    bookingId: string
    paymentId: string | null
    /** Id of a payment on top of the price. */
    extraId?: string | undefined
    /** `swapped`: the stored card was replaced by another. */
    outcome: 'authorised' | 'captured' | 'failed' | 'swapped'
  }
  /** The owner's bank inquires about a payment or takes it back; `amount` is the disputed amount. */
  'bookings.note-dispute': {
    bookingId: string
    disputeId: string
    event:
      | 'dispute_opened'
      | 'dispute_escalated'
      | 'dispute_won'
      | 'dispute_lost'
      | 'dispute_borne'
      | 'dispute_reversed'
    amount: number
    reason?: string
  }
  /** Runs after a stay has lost its sitter. */
  'circle.call-backup': { bookingId: string }
  'payments.act': { taskId: string }
  'payments.apply-event': { eventId: string }
  'payments.resume': object
  /** Makes invoices for past months, continuing after the account `after`; `failed` if an earlier one failed. */
  'invoices.make': { after?: string; failed?: boolean }
  'invoices.tell': { invoiceId: string }
  'invoices.remind': object
  /** Adds a booking's event to the conversation of its two people. */
  'messages.note-booking': { bookingId: string }
  'reviews.publish': object
  /** One region, or all regions with sitters. */
  'holidays.generate': { country?: string; subdivision?: string | null }
  'identity.erase-due': object
  'identity.sweep': object
  /** Deletes records whose retention period in the table of personal data is over. */
  'retention.run': object
  /** Makes the backup of today if it is due. */
  'backups.run': object
  /** Copies photos and documents that were uploaded after the newest backup. */
  'backups.copy-uploads': object
  /** A batch of the rows of an import, and a batch of its invitations; each adds itself again while rows are left. */
  'imports.run': { importId: string }
  'imports.invite': { importId: string }
  'exports.prepare': { exportId: string }
  /** Resumes exports whose worker has stopped, and deletes expired ones. */
  'exports.sweep': object
  'exports.forget': { accountId: string }
}
export type JobName = keyof Jobs

/**
 * Adds a job in the caller's transaction, so that it exists if and only if the change that caused it is committed. Jobs
 * added concurrently (`Promise.all`) are inserted by one statement.
 */
export type Enqueue = <N extends JobName>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  options?: { startAfter?: Date; onceKey?: string },
) => Promise<void>

/** `dueAt` is the time at which the job was due to start: when it was added, or its `startAfter`. */
export type JobHandler<N extends JobName = JobName> = {
  name: N
  run: (payload: Jobs[N], dueAt?: Date) => Promise<void>
  /**
   * Jobs fetched at a time, up to twice a second; default 8. Higher for jobs that take milliseconds and are idempotent.
   */
  batch?: number
}
/**
 * Cron in UTC, five fields. `runsInDoubt`: also runs while the clock is in doubt, because it cancels, deletes and sends
 * nothing by the clock.
 */
export type Schedule = { name: JobName; cron: string; runsInDoubt?: true }

export const job = <N extends JobName>(
  name: N,
  run: JobHandler<N>['run'],
  options: Pick<JobHandler, 'batch'> = {},
): JobHandler => ({
  name,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a queue holds only what `enqueue` added under its name
  run: run as JobHandler['run'],
  ...options,
})

export type JobQueue = {
  enqueue: Enqueue
  /** Creates the queues of these jobs, without which a job cannot be added. */
  declare: (names: readonly JobName[]) => Promise<void>
  work: (handlers: JobHandler[], schedules: Schedule[], clock?: ClockWatch) => Promise<void>
  stop: () => Promise<void>
}

const retries = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 }

/** Wraps a handler so that scheduled runs, which have an empty payload, are skipped while the clock is in doubt. */
const skipInDoubt =
  ({ name, run }: JobHandler, schedules: readonly Schedule[], clock: ClockWatch): JobHandler['run'] =>
  async (payload, dueAt) => {
    const schedule = schedules.find((one) => one.name === name)
    const dependsOnClock = schedule && !schedule.runsInDoubt && Object.keys(payload).length === 0
    if (dependsOnClock && !(await clock.isTrusted())) return runsHeld.inc({ name })
    await run(payload, dueAt)
  }

/** Returns true if the network, the mail server or the database failed, and not the code. */
const comesFromOutside = (error: unknown): boolean =>
  problemOf(error) !== undefined || codeOf(error).startsWith('E')

/** Wraps a handler so that the time of every run is measured and the cause of failures is logged. */
const measured =
  (name: JobName, run: JobHandler['run'], log: Log): JobHandler['run'] =>
  async (payload, dueAt) => {
    const startedAt = stopwatch()
    const measure = (outcome: 'done' | 'failed') =>
      jobDurations.observe({ name, outcome }, (stopwatch() - startedAt) / 1000)
    try {
      await run(payload, dueAt)
    } catch (error) {
      measure('failed')
      logCause(log, comesFromOutside(error) ? 'warn' : 'error', { err: error, name }, 'job failed')
      throw error
    }
    measure('done')
  }

const ResetCounts = z.array(
  z.object({ schedules: z.number(), queues: z.number(), waiting: z.number(), running: z.number() }),
)

/**
 * Resets timestamps in the future that the queue wrote while the clock of the database was ahead. Otherwise schedules
 * would not be checked until then, and jobs added or retried at that time would wait as long.
 */
async function resetFutureTimestamps(boss: PgBoss, log: Log): Promise<void> {
  const { rows } = await boss.getDb().executeSql(`
    with clock as (select job.job_now() as now),
    schedules as (
      update job.version set
        cron_on = least(cron_on, now), bam_on = least(bam_on, now),
        flow_on = least(flow_on, now), reindex_on = least(reindex_on, now),
        monitor_backoff_on = case when monitor_backoff_on < now + interval '1 day' then monitor_backoff_on end
      from clock
      where greatest(cron_on, bam_on, flow_on, reindex_on) > now + interval '1 minute'
        or monitor_backoff_on > now + interval '1 day'
      returning 1
    ), queues as (
      update job.queue set
        monitor_on = least(monitor_on, now), monitor_claim_on = least(monitor_claim_on, now),
        maintain_on = least(maintain_on, now)
      from clock where greatest(monitor_on, monitor_claim_on, maintain_on) > now + interval '1 minute'
      returning 1
    ), waiting as (
      update job.job set
        created_on = least(created_on, now),
        start_after = case when state = 'retry' then now else now + greatest(start_after - created_on, interval '0') end
      from clock
      where state < 'active' and start_after > now
        and (created_on > now + interval '1 minute' or state = 'retry' and start_after > now + interval '1 hour')
      returning 1
    ), running as (
      update job.job set created_on = least(created_on, now), started_on = now
      from clock where state = 'active' and started_on > now + interval '1 minute'
      returning 1
    )
    select (select count(*)::int from schedules) as schedules, (select count(*)::int from queues) as queues,
      (select count(*)::int from waiting) as waiting, (select count(*)::int from running) as running`)
  const [resetCounts] = ResetCounts.parse(rows)
  if (!resetCounts || Object.values(resetCounts).every((count) => count === 0)) return
  schedulesHealed.inc()
  log.warn(resetCounts, 'moments of the job queue lay in the future and were set back')
}

/** Intervals in seconds of checking schedules and of resetting timestamps in the future; tests use shorter ones. */
type JobIntervals = { scheduleSeconds: number; resetSeconds: number }
const defaultIntervals: JobIntervals = { scheduleSeconds: 30, resetSeconds: 10 }

/** Polling interval of a worker in seconds, in case it is not notified. */
const fallbackSeconds = 30
const wakeMilliseconds = 500

const Due = z.array(z.object({ name: z.string() }))

type WakeLoop = { stop: () => Promise<void> }

/**
 * Notifies workers of due jobs by one query for all queues, twice a second; polling by dozens of workers would keep a
 * small machine busy.
 */
function wakeWorkers(
  boss: PgBoss,
  workers: ReadonlyMap<string, string>,
  log: Log,
  intervals: JobIntervals,
): WakeLoop {
  let running: Promise<void> | undefined
  const notifyDueWorkers = async () => {
    try {
      const { rows } = await boss.getDb().executeSql(
        `select queue.name from unnest($1::text[]) as queue (name) where exists (
          select 1 from job.job
          where job.name = queue.name and job.state < 'active' and not job.blocked
            and job.start_after <= job.job_now())`,
        [[...workers.keys()]],
      )
      for (const { name } of Due.parse(rows)) boss.notifyWorker(workers.get(name)!)
    } catch (error) {
      logCause(log, 'error', { err: error }, 'job queue')
    }
  }
  let resetAt = stopwatch()
  const resetThenNotify = async () => {
    if (stopwatch() - resetAt > intervals.resetSeconds * 1000) {
      resetAt = stopwatch()
      await resetFutureTimestamps(boss, log).catch((error: unknown) =>
        logCause(log, 'error', { err: error }, 'job queue'),
      )
    }
    await notifyDueWorkers()
  }
  const timer = setInterval(() => {
    running ??= resetThenNotify().finally(() => {
      running = undefined
    })
  }, wakeMilliseconds)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Opens the connections of the queue. Those that pg-boss opens itself cannot be counted, and those for requests have
 * shorter time limits than its migrations and its maintenance need.
 */
function openPool(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'pgboss',
    max: 4,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', onError)
  watchPool('jobs', pool)
  return pool
}

/**
 * Opens the queue in PostgreSQL (schema `job`). A failed job is retried with back-off, then kept in state `failed` for
 * the operator.
 */
export async function openJobs(
  url: string,
  log: Log,
  intervals: JobIntervals = defaultIntervals,
): Promise<JobQueue> {
  const logError = (error: unknown) => logCause(log, 'error', { err: error }, 'job queue')
  const pool = openPool(url, logError)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'job',
    monitorIntervalSeconds: 30,
    // pg-boss computes its timers from timestamps: with a clock that was set back they would wait as long as it was
    // ahead.
    clock: { now: steadyNow, setTimeout, clearTimeout, setInterval, clearInterval },
    clockMonitorIntervalSeconds: 30,
    cronMonitorIntervalSeconds: intervals.scheduleSeconds,
    cronWorkerIntervalSeconds: Math.min(5, intervals.scheduleSeconds),
  })
  boss.on('error', logError)
  await boss.start()
  await resetFutureTimestamps(boss, log)

  const workers = new Map<string, string>()
  let wakeLoop: WakeLoop | undefined

  return {
    enqueue: enqueueBy(boss),
    async declare(names) {
      const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const name of names)
        if (!existing.has(name)) await boss.createQueue(name, { policy: 'standard', ...retries })
    },
    async work(handlers, schedules, clock) {
      for (const handler of handlers) {
        const { name, batch: batchSize = 8 } = handler
        const run = measured(name, clock ? skipInDoubt(handler, schedules, clock) : handler.run, log)
        const worker = await boss.work(
          name,
          { pollingIntervalSeconds: fallbackSeconds, batchSize, includeMetadata: true },
          async (batch: { data: object; startAfter: Date }[]) => {
            for (const { data, startAfter } of batch) await run(data, startAfter)
          },
        )
        workers.set(name, worker)
      }
      wakeLoop ??= wakeWorkers(boss, workers, log, intervals)
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },
    async stop() {
      await wakeLoop?.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
      await pool.end()
    },
  }
}

type Send = (db: ReturnType<typeof fromKysely>) => Promise<unknown>

/** Jobs that a transaction adds in the same tick are inserted by one statement. */
function enqueueBy(boss: PgBoss): Enqueue {
  const pendingByTx = new WeakMap<Tx, { sends: Send[]; written: Promise<void> }>()
  return (tx, name, payload, { startAfter, onceKey } = {}) => {
    const send: Send = (db) =>
      boss.send(name, payload, {
        db,
        ...(startAfter ? { startAfter } : {}),
        ...(onceKey ? { singletonKey: onceKey } : {}),
      })
    const pending = pendingByTx.get(tx)
    if (pending) {
      pending.sends.push(send)
      return pending.written
    }
    const sends = [send]
    const write = async () => {
      // Waits one microtask, so that jobs added in the same tick join this statement.
      await Promise.resolve()
      pendingByTx.delete(tx)
      await sendTogether(tx, sends)
    }
    const written = write()
    pendingByTx.set(tx, { sends, written })
    return written
  }
}

/** Collects the statements that pg-boss would run for each job, and runs them as one. */
async function sendTogether(tx: Tx, sends: readonly Send[]): Promise<void> {
  const statements: RawBuilder<unknown>[] = []
  const collector = {
    async executeSql(text: string, values: unknown[] = []) {
      const [before, after, ...more] = text.split('$1')
      if (after === undefined || more.length > 0 || values.length !== 1)
        throw new Error('pg-boss puts in a job by another statement than it did')
      statements.push(sql`${sql.raw(before!)}${values[0]}${sql.raw(after)}`)
      return { rows: [] }
    },
  }
  for (const send of sends) await send(collector)
  const steps = statements.map((statement, index) => sql`${sql.ref(`job_${index}`)} as (${statement})`)
  await sql`${deferred} with ${sql.join(steps)} select`.execute(tx)
}
