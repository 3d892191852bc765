import { onChange } from '#server/kernel/cache/changes.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Db, DbOptions } from '#server/kernel/db/db.ts'
import { isRetryableOnPrimary } from '#server/kernel/db/errors.ts'
import { isFreshEnough, lagOf, type Mark, type Needs } from '#server/kernel/db/freshness.ts'
import {
  type ClusterMark,
  updateReplica,
  type Replica,
  ReplicaLost,
  runOnReplica,
  unusedReplica,
} from '#server/kernel/db/replica.ts'
import { type ReplicationReading, watchReplicas } from '#server/kernel/db/replica-watch.ts'
import type { Log } from '#server/kernel/log.ts'
import { readFallbacks, readsByTarget, replicaLag } from '#server/kernel/metrics/metrics.ts'

/** Routes public reads to a database. */
export type Reads = {
  /**
   * Runs the read on a replica that has all the writes it needs, otherwise on the primary. If the replica fails during
   * the read, it is run again on the primary, so it must have no side effects.
   */
  read: <T>(work: (db: Db) => Promise<T>, needs?: Needs) => Promise<T>
  /** Maximum staleness of an answer; 0 without replicas. */
  maxLagMs: number
  /** Returns the state of each replica, for monitoring. */
  replicas: () => ReplicaState[]
}

export type ReplicaState = { replica: number; lagSeconds: number | null; inUse: boolean }

/** Returns `Reads` for an instance with a single database. */
export const readsOf = (primary: Db): Reads => ({
  read: (work) => work(primary),
  maxLagMs: 0,
  replicas: () => [],
})

export type Replicas = Reads & {
  /** Start time of the primary whose earlier data all replicas in use have; undefined until it was read. */
  startedAt: () => string | undefined
  stop: () => Promise<void>
}

export type ReplicaOptions = {
  primary: Db
  primaryUrl: string
  urls: readonly string[]
  /** A replica with a larger lag is not used. */
  maxLagSeconds: number
  log: Log
  onStatement?: DbOptions['onStatement']
}

/** Maximum lag that is measured. */
const maxMeasuredLagMs = 60_000

/** In-memory caches of these topics must not be filled again from a replica that lacks the change. */
const cachedTopics = ['settings', 'holidays'] as const

/** Updates the metrics, and logs whether the replica came into use or went out of use; `reason` says why. */
function report(replica: Replica, isUsed: boolean, reason: unknown, log: Log): void {
  const lagSeconds = lagOf(replica, stopwatch()) / 1000
  if (replica.db === undefined) replicaLag.remove({ replica: `${replica.number}` })
  else if (Number.isFinite(lagSeconds)) replicaLag.set({ replica: `${replica.number}` }, lagSeconds)
  if (isUsed !== replica.wasInUse)
    if (isUsed) log.info({ replica: replica.number }, 'replica answers reads')
    else log.warn({ replica: replica.number, err: reason, lagSeconds }, 'replica is not asked')
  replica.wasInUse = isUsed
}

/** Like `runOnReplica`, but returns undefined if the read has to run on the primary instead. */
async function readFromReplica<T>(
  replica: Replica,
  work: (db: Db) => Promise<T>,
): Promise<{ answer: T } | undefined> {
  try {
    const answer = await runOnReplica(replica, work)
    readsByTarget.inc({ target: 'replica' })
    return { answer }
  } catch (error) {
    if (!(error instanceof ReplicaLost) && !isRetryableOnPrimary(error)) {
      readsByTarget.inc({ target: 'replica' })
      throw error
    }
    readFallbacks.inc({ reason: 'failed' })
    return undefined
  }
}

function stateOf(replica: Replica, inUse: boolean): ReplicaState {
  const lag = lagOf(replica, stopwatch()) / 1000
  return {
    replica: replica.number,
    lagSeconds: Number.isFinite(lag) ? Math.round(lag * 1000) / 1000 : null,
    inUse,
  }
}

export async function openReplicas({
  primary,
  primaryUrl,
  urls,
  maxLagSeconds,
  log,
  onStatement,
}: ReplicaOptions): Promise<Replicas> {
  const maxLagMs = maxLagSeconds * 1000
  const markRetentionMs = Math.max(maxLagMs, maxMeasuredLagMs)
  const replicas = urls.map((url, index): Replica => ({
    ...unusedReplica(url, index),
    ...(onStatement ? { onStatement } : {}),
  }))
  let marks: ClusterMark[] = []
  /** The primary's position when it was first seen since its last start. */
  let first: Mark | undefined
  let nextIndex = 0
  let lastChangeAt = -Infinity
  const unsubscribers = cachedTopics.map((topic) => onChange(topic, () => (lastChangeAt = stopwatch())))

  const handleReading = ({ mark, replicas: readings }: ReplicationReading) => {
    if (!('error' in mark)) {
      if (first?.startedAt !== mark.startedAt) first = mark
      marks = [...marks.filter(({ at }) => mark.at - at <= markRetentionMs), mark]
    }
    for (const [index, replica] of replicas.entries()) {
      const reason = updateReplica(replica, readings[index]!, marks)
      report(replica, isInUse(replica), reason, log)
    }
  }
  const isInUse = (replica: Replica, needs: Needs = {}) =>
    replica.db !== undefined &&
    first !== undefined &&
    replica.replayed >= first.position &&
    isFreshEnough(replica, needs, maxLagMs, stopwatch())

  const { stop } = await watchReplicas(primaryUrl, urls, handleReading)
  return {
    maxLagMs,
    async read(work, { position, committedBefore = -Infinity } = {}) {
      const needs = { position, committedBefore: Math.max(committedBefore, lastChangeAt) }
      const usable = replicas.filter((replica) => isInUse(replica, needs))
      const replica = usable[nextIndex++ % usable.length]
      if (replica) {
        const read = await readFromReplica(replica, work)
        if (read) return read.answer
      } else readFallbacks.inc({ reason: replicas.some((one) => isInUse(one)) ? 'change' : 'lag' })
      readsByTarget.inc({ target: 'primary' })
      return work(primary)
    },
    replicas: () => replicas.map((replica) => stateOf(replica, isInUse(replica))),
    startedAt: () => first?.startedAt,
    async stop() {
      for (const unsubscribe of unsubscribers) unsubscribe()
      await stop()
      for (const { db } of replicas) await db?.destroy()
    },
  }
}
