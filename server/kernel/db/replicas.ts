import type pg from 'pg'
import { onChange } from '#server/kernel/cache/changes.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Db, openDb, requestConnections } from '#server/kernel/db/db.ts'
import { mayBeAskedElsewhere } from '#server/kernel/db/errors.ts'
import {
  caughtUpAt,
  isFreshEnough,
  lagOf,
  type Mark,
  type Needs,
  type Position,
  readPosition,
} from '#server/kernel/db/freshness.ts'
import { type Look, watchReplicas } from '#server/kernel/db/replica-watch.ts'
import type { Log } from '#server/kernel/log.ts'
import { readFallbacks, readsByTarget, replicaLag } from '#server/kernel/metrics/metrics.ts'

/** Which database answers the reads that everybody may make. */
export type Reads = {
  /**
   * Runs the read at a replica that misses nothing it needs, else at the database that is written to; there too when the
   * replica fails in the middle, so it may run twice and must change nothing.
   */
  read: <T>(work: (db: Db) => Promise<T>, needs?: Needs) => Promise<T>
  /** So old may be what it answers, 0 where nothing lags. */
  mostLagMs: number
  /** One line for each replica, for who watches over the server. */
  replicas: () => ReplicaState[]
}

export type ReplicaState = { replica: number; lagSeconds: number | null; inUse: boolean }

/** Where there is one database only. */
export const readsOf = (primary: Db): Reads => ({
  read: (work) => work(primary),
  mostLagMs: 0,
  replicas: () => [],
})

export type Replicas = Reads & {
  /** When the database was started of which the replicas in use have everything from before; undefined until it was seen. */
  startedAt: () => string | undefined
  stop: () => Promise<void>
}

type Replica = {
  number: number
  db: Db | undefined
  replayed: Position
  caughtUpAt: number | undefined
  /** How to give up what it is being asked. */
  running: Set<(lost: Error) => void>
  wasInUse: boolean
}

export type ReplicaOptions = {
  primary: Db
  primaryUrl: string
  urls: readonly string[]
  /** A replica of which more is unknown is not asked. */
  mostLagSeconds: number
  log: Log
}

/** Up to here the lag is measured. */
const measuredMs = 60_000

/** What a process keeps in memory is not filled again from where the change has not arrived. */
const keptTopics = ['settings', 'holidays'] as const

class ReplicaLost extends Error {}

/** One that died and came back between two looks begins with what had reached its disk, which may be minutes old. */
async function refuseOlder(client: pg.ClientBase, known: Position): Promise<void> {
  const { rows } = await client.query<{ position: string | null }>(
    'select pg_last_wal_replay_lsn()::text as position',
  )
  const { position } = rows[0]!
  if (position === null || readPosition(position) < known)
    throw new ReplicaLost('The replica came back with less than it had.')
}

export async function openReplicas({
  primary,
  primaryUrl,
  urls,
  mostLagSeconds,
  log,
}: ReplicaOptions): Promise<Replicas> {
  const mostLagMs = mostLagSeconds * 1000
  const keptMs = Math.max(mostLagMs, measuredMs)
  const replicas: Replica[] = urls.map((_, index) => ({
    number: index + 1,
    db: undefined,
    replayed: 0n,
    caughtUpAt: undefined,
    running: new Set(),
    wasInUse: false,
  }))
  let marks: (Mark & { cluster: string })[] = []
  /** How far the database had come when it was first seen since its last start. */
  let first: Mark | undefined
  let turn = 0
  let heardAt = -Infinity
  const forgets = keptTopics.map((topic) => onChange(topic, () => (heardAt = stopwatch())))

  const lose = (replica: Replica) => {
    const { db } = replica
    replica.db = undefined
    replica.caughtUpAt = undefined
    for (const giveUp of replica.running) giveUp(new ReplicaLost('The replica does not answer.'))
    // A connection that hangs may not end for minutes, and nobody waits for it.
    void db?.destroy().catch(() => {})
  }
  const note = ({ mark, replicas: seen }: Look) => {
    if (!('error' in mark)) {
      if (first?.startedAt !== mark.startedAt) first = mark
      marks = [...marks.filter(({ at }) => mark.at - at <= keptMs), mark]
    }
    for (const [index, replica] of replicas.entries()) {
      const one = seen[index]!
      const cluster = marks.at(-1)?.cluster
      const follows = !('error' in one) && one.replayed !== undefined && one.cluster === cluster
      if (follows) {
        replica.replayed = one.replayed!
        replica.caughtUpAt = caughtUpAt(marks, one.replayed!)
        replica.db ??= openDb(urls[index]!, {
          max: requestConnections,
          onError: () => {},
          verify: (client) => refuseOlder(client, replica.replayed),
        })
      } else if (replica.db) lose(replica)
      tell(replica, 'error' in one ? one.error : follows ? undefined : 'It does not follow this database.')
    }
  }
  const isInUse = (replica: Replica, needs: Needs = {}) =>
    replica.db !== undefined &&
    first !== undefined &&
    replica.replayed >= first.position &&
    isFreshEnough(replica, needs, mostLagMs, stopwatch())
  const tell = (replica: Replica, reason: unknown) => {
    const isUsed = isInUse(replica)
    const lagSeconds = lagOf(replica, stopwatch()) / 1000
    if (replica.db === undefined) replicaLag.remove({ replica: `${replica.number}` })
    else if (Number.isFinite(lagSeconds)) replicaLag.set({ replica: `${replica.number}` }, lagSeconds)
    if (isUsed !== replica.wasInUse)
      if (isUsed) log.info({ replica: replica.number }, 'replica answers reads')
      else log.warn({ replica: replica.number, err: reason, lagSeconds }, 'replica is not asked')
    replica.wasInUse = isUsed
  }
  const runAt = <T>(replica: Replica, work: (db: Db) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      replica.running.add(reject)
      const forget = () => void replica.running.delete(reject)
      work(replica.db!).then(resolve, reject).finally(forget)
    })

  const { stop } = await watchReplicas(primaryUrl, urls, note)
  return {
    mostLagMs,
    async read(work, { position, committedBefore = -Infinity } = {}) {
      const needs = { position, committedBefore: Math.max(committedBefore, heardAt) }
      const usable = replicas.filter((replica) => isInUse(replica, needs))
      const replica = usable[turn++ % usable.length]
      if (replica) {
        try {
          const answer = await runAt(replica, work)
          readsByTarget.inc({ target: 'replica' })
          return answer
        } catch (error) {
          if (!(error instanceof ReplicaLost) && !mayBeAskedElsewhere(error)) {
            readsByTarget.inc({ target: 'replica' })
            throw error
          }
          readFallbacks.inc({ reason: 'failed' })
        }
      } else readFallbacks.inc({ reason: replicas.some((one) => isInUse(one)) ? 'change' : 'lag' })
      readsByTarget.inc({ target: 'primary' })
      return work(primary)
    },
    replicas: () =>
      replicas.map((replica) => {
        const lag = lagOf(replica, stopwatch()) / 1000
        return {
          replica: replica.number,
          lagSeconds: Number.isFinite(lag) ? Math.round(lag * 1000) / 1000 : null,
          inUse: isInUse(replica),
        }
      }),
    startedAt: () => first?.startedAt,
    async stop() {
      for (const forget of forgets) forget()
      await stop()
      for (const { db } of replicas) await db?.destroy()
    },
  }
}
