import { type RawBuilder, sql } from 'kysely'
import { type fromKysely, PgBoss } from 'pg-boss'
import { steadyNow, stopwatch } from '#server/kernel/clock.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import { goesAlong } from '#server/kernel/db/prepared.ts'
import type { ClockWatch } from '#server/kernel/jobs/clock-watch.ts'
import type { Log } from '#server/kernel/log.ts'
import { runsHeld, schedulesHealed } from '#server/kernel/metrics/metrics.ts'

/** Every background job and its payload. */
export type Jobs = {
  'kernel.send-mail': { mailId: string }
  'kernel.resend-mail': object
  'kernel.sweep': object
  'files.process': { fileId: string }
  'files.sweep': object
  /** The browser and network are those of the last attempt. */
  'identity.tell-of-failures': { uid: string; at: string; ip: string; userAgent: string }
  'accounts.rename-sitter': { accountId: string }
  /** The sign-in is gone. */
  'accounts.forget-user': { uid: string }
  /** The time is over in which the person could change their mind. */
  'accounts.erase': { uid: string }
  'accounts.refresh-email': { uid: string }
  'notices.send-held': object
  /** Without a notice it is a trial. */
  'notices.push': { deviceId: string; noticeId: string | null }
  'care.forget-routes': object
  'lost.end-old-pages': object
  'favourites.look-into-searches': object
  'favourites.look-into-search': { searchId: string }
  'search.refresh-sitter': { sitterId: string }
  'search.roll-window': { after?: string | null }
  /** Puts the rows into order when too many have left it. */
  'search.order': object
  'search.record-positions': { after?: number | null }
  'sitters.refresh-figures': { sitterId: string }
  /** A photo of the gallery went without the sitter's doing. */
  'sitters.refresh-photo': { sitterId: string }
  /** An account is to be deleted, or no longer. */
  'sitters.follow-deletion': { accountId: string }
  'sitters.test-trust': object
  'sitters.refresh-household': { accountId: string }
  /** Those whose time has come, or one that somebody has just added. */
  'calendar.read-feeds': { feedId?: string }
  /** Says in the log when the newest settings cannot be read. */
  'settings.check': object
  'ledger.watch-invariants': object
  'ledger.sweep-invariants': object
  /** `idx` is the place in the history of an event that can happen again. */
  'bookings.notify': { bookingId: string; event: string; to: 'owner' | 'sitter'; idx?: number }
  /** Each operator is asked to decide or to answer. */
  'bookings.tell-operators': { bookingId: string; event: string; idx?: number }
  'bookings.tell-of-credit': { creditId: string }
  'bookings.run-clock': object
  'bookings.remind-of-news': object
  /** What a payment provider says; without `paymentId` nothing had to be paid, or nobody has tried. */
  'bookings.settle-payment': {
    bookingId: string
    paymentId: string | null
    /** Of what is paid on top of the price. */
    extraId?: string | undefined
    /** `swapped`: another card is kept in the place of the first. */
    outcome: 'authorised' | 'captured' | 'failed' | 'swapped'
  }
  /** The owner's bank asks about a payment, or takes it back; `amount` is what it is about. */
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
  /** A stay has lost its sitter. */
  'circle.call-backup': { bookingId: string }
  'payments.act': { taskId: string }
  'payments.apply-event': { eventId: string }
  'payments.resume': object
  /** The months that are over, from the sitter after this account on; `failed` when one before could not be done. */
  'invoices.make': { after?: string; failed?: boolean }
  'invoices.tell': { invoiceId: string }
  'invoices.remind': object
  /** What happened to a booking is told in the conversation of its two people. */
  'messages.note-booking': { bookingId: string }
  'reviews.publish': object
  /** One region, or those of everybody who sits. */
  'holidays.generate': { country?: string; subdivision?: string | null }
  'identity.erase-due': object
  'identity.sweep': object
  /** Deletes what has been kept as long as the table of personal data says. */
  'retention.run': object
  'exports.prepare': { exportId: string }
  /** Goes on with those whose worker has stopped, and deletes those whose time is over. */
  'exports.sweep': object
  'exports.forget': { accountId: string }
}
export type JobName = keyof Jobs

/**
 * Puts a job into the caller's transaction: it exists if and only if the change that caused it does. Those begun together
 * (`Promise.all`) are put in by one statement.
 */
export type Enqueue = <N extends JobName>(
  tx: Tx,
  name: N,
  payload: Jobs[N],
  options?: { startAfter?: Date; onceKey?: string },
) => Promise<void>

/** `enqueuedAt` is when the job was put in, or when it was to begin. */
export type JobHandler<N extends JobName = JobName> = {
  name: N
  run: (payload: Jobs[N], enqueuedAt?: Date) => Promise<void>
  /** How many are taken at a time, twice a second, 8 unless told: more of those that take milliseconds and may be done twice. */
  batch?: number
}
/** Cron in UTC, five fields. `runsInDoubt`: also while the clock is in doubt, for it ends, deletes and sends nothing by it. */
export type Schedule = { name: JobName; cron: string; runsInDoubt?: true }

export const job = <N extends JobName>(
  name: N,
  run: JobHandler<N>['run'],
  options: Pick<JobHandler, 'batch'> = {},
): JobHandler => ({ name, run: run as JobHandler['run'], ...options })

export type JobQueue = {
  enqueue: Enqueue
  /** Makes the queues of these jobs; a job can be enqueued only then. */
  declare: (names: readonly JobName[]) => Promise<void>
  work: (handlers: JobHandler[], schedules: Schedule[], clock?: ClockWatch) => Promise<void>
  stop: () => Promise<void>
}

const retries = { retryLimit: 8, retryDelay: 2, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60 }

/** A run that the schedule has called carries nothing; it waits while the clock is in doubt. */
const waitsInDoubt =
  ({ name, run }: JobHandler, schedules: readonly Schedule[], clock: ClockWatch): JobHandler['run'] =>
  async (payload, enqueuedAt) => {
    const schedule = schedules.find((one) => one.name === name)
    const goesByClock = schedule && !schedule.runsInDoubt && Object.keys(payload).length === 0
    if (goesByClock && !(await clock.isTrusted())) return runsHeld.inc({ job: name })
    await run(payload, enqueuedAt)
  }

/**
 * While the clock of the database was ahead, the queue noted moments that now lie in the future, and would wait for them:
 * no schedule would be looked at, and jobs put in or tried again at that time would lie for as long.
 */
async function healMoments(boss: PgBoss, log: Log): Promise<void> {
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
  const [healed] = rows as { schedules: number; queues: number; waiting: number; running: number }[]
  if (!healed || Object.values(healed).every((count) => count === 0)) return
  schedulesHealed.inc()
  log.warn(healed, 'moments of the job queue lay in the future and were set back')
}

/** How often schedules are looked at, and moments that lie in the future are looked for; tests cannot wait for so long. */
type Pace = { scheduleSeconds: number; healSeconds: number }
const usualPace: Pace = { scheduleSeconds: 30, healSeconds: 10 }

/** How often a worker looks by itself, should nobody wake it. */
const fallbackSeconds = 30
const wakeMilliseconds = 500

type Waking = { stop: () => Promise<void> }

/** Asks twice a second, once for all queues, where something is due: dozens of workers that ask alike keep a small machine busy. */
function wakeWorkers(boss: PgBoss, workers: ReadonlyMap<string, string>, log: Log, pace: Pace): Waking {
  let running: Promise<void> | undefined
  const look = async () => {
    try {
      const { rows } = await boss.getDb().executeSql(
        `select queue.name from unnest($1::text[]) as queue (name) where exists (
          select 1 from job.job
          where job.name = queue.name and job.state < 'active' and not job.blocked
            and job.start_after <= job.job_now())`,
        [[...workers.keys()]],
      )
      for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name)!)
    } catch (error) {
      log.error({ err: error }, 'job queue')
    }
  }
  let healedAt = stopwatch()
  const healThenLook = async () => {
    if (stopwatch() - healedAt > pace.healSeconds * 1000) {
      healedAt = stopwatch()
      await healMoments(boss, log).catch((error: unknown) => log.error({ err: error }, 'job queue'))
    }
    await look()
  }
  const timer = setInterval(() => {
    running ??= healThenLook().finally(() => {
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

/** Jobs live in PostgreSQL (schema `job`); a failed one is tried again with back-off, then kept in state `failed` for the operator. */
export async function openJobs(url: string, log: Log, pace: Pace = usualPace): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'job',
    max: 4,
    monitorIntervalSeconds: 30,
    // Its own timers wait for moments: by a clock that was set back they would wait for as long as it was ahead.
    clock: { now: steadyNow, setTimeout, clearTimeout, setInterval, clearInterval },
    clockMonitorIntervalSeconds: 30,
    cronMonitorIntervalSeconds: pace.scheduleSeconds,
    cronWorkerIntervalSeconds: Math.min(5, pace.scheduleSeconds),
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  await healMoments(boss, log)

  type Send = (db: ReturnType<typeof fromKysely>) => Promise<unknown>
  const workers = new Map<string, string>()
  let waking: Waking | undefined
  const begun = new WeakMap<Tx, { sends: Send[]; written: Promise<void> }>()

  const enqueue: Enqueue = (tx, name, payload, { startAfter, onceKey } = {}) => {
    const send: Send = (db) =>
      boss.send(name, payload, {
        db,
        ...(startAfter ? { startAfter } : {}),
        ...(onceKey ? { singletonKey: onceKey } : {}),
      })
    const others = begun.get(tx)
    if (others) {
      others.sends.push(send)
      return others.written
    }
    const sends = [send]
    const write = async () => {
      // Whoever begins another in the same moment is heard first.
      await Promise.resolve()
      begun.delete(tx)
      await sendTogether(tx, sends)
    }
    const written = write()
    begun.set(tx, { sends, written })
    return written
  }

  return {
    enqueue,
    async declare(names) {
      const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const name of names)
        if (!existing.has(name)) await boss.createQueue(name, { policy: 'standard', ...retries })
    },
    async work(handlers, schedules, clock) {
      for (const handler of handlers) {
        const { name, batch: batchSize = 8 } = handler
        const run = clock ? waitsInDoubt(handler, schedules, clock) : handler.run
        const worker = await boss.work(
          name,
          { pollingIntervalSeconds: fallbackSeconds, batchSize, includeMetadata: true },
          async (batch: { data: object; startAfter: Date }[]) => {
            for (const { data, startAfter } of batch) await run(data, startAfter)
          },
        )
        workers.set(name, worker)
      }
      waking ??= wakeWorkers(boss, workers, log, pace)
      for (const { name, cron } of schedules) await boss.schedule(name, cron, {})
    },
    async stop() {
      await waking?.stop()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** What pg-boss would run for each is only noted, and then runs as one statement. */
async function sendTogether(
  tx: Tx,
  sends: readonly ((db: ReturnType<typeof fromKysely>) => Promise<unknown>)[],
): Promise<void> {
  const noted: RawBuilder<unknown>[] = []
  const notes = {
    async executeSql(text: string, values: unknown[] = []) {
      const [before, after, ...more] = text.split('$1')
      if (after === undefined || more.length > 0 || values.length !== 1)
        throw new Error('pg-boss puts in a job by another statement than it did')
      noted.push(sql`${sql.raw(before!)}${values[0]}${sql.raw(after)}`)
      return { rows: [] }
    },
  }
  for (const send of sends) await send(notes)
  const steps = noted.map((statement, index) => sql`${sql.ref(`job_${index}`)} as (${statement})`)
  await sql`${goesAlong} with ${sql.join(steps)} select`.execute(tx)
}
