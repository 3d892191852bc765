import type pg from 'pg'
import { type Db, type DbOptions, openDb, requestConnections } from '#server/kernel/db/db.ts'
import { caughtUpAt, type Mark, type Position, readPosition } from '#server/kernel/db/freshness.ts'
import type { ReplicationReading } from '#server/kernel/db/replica-watch.ts'

export type ClusterMark = Mark & { cluster: string }
/** One replica: its connections, what it has replayed, and the reads running on it. */
export type Replica = {
  number: number
  url: string
  db: Db | undefined
  replayed: Position
  caughtUpAt: number | undefined
  /** Functions that abort the running reads. */
  running: Set<(lost: Error) => void>
  wasInUse: boolean
  onStatement?: DbOptions['onStatement']
}

export class ReplicaLost extends Error {}

/**
 * Refuses a replica that crashed and restarted between two checks, because it starts with what had reached its disk,
 * which may be minutes old.
 */
async function refuseOlder(client: pg.ClientBase, known: Position): Promise<void> {
  const { rows } = await client.query<{ position: string | null }>(
    'select pg_last_wal_replay_lsn()::text as position',
  )
  const { position } = rows[0]!
  if (position === null || readPosition(position) < known)
    throw new ReplicaLost('The replica restarted with less data than it had.')
}

export const unusedReplica = (url: string, index: number): Replica => ({
  number: index + 1,
  url,
  db: undefined,
  replayed: 0n,
  caughtUpAt: undefined,
  running: new Set(),
  wasInUse: false,
})

/** Takes the replica out of use; its running reads are repeated on the primary. */
function takeOutOfUse(replica: Replica): void {
  const { db } = replica
  replica.db = undefined
  replica.caughtUpAt = undefined
  for (const abort of replica.running) abort(new ReplicaLost('The replica does not answer.'))
  // A hanging connection may take minutes to close, so nothing waits for it.
  void db?.destroy().catch(() => {})
}

/**
 * Uses the replica up to what it has replayed. Returns the reason if it cannot be used.
 *
 * A replica that has less data than before was restarted. Reads that chose it for the data it had are repeated on the
 * primary.
 */
export function updateReplica(
  replica: Replica,
  reading: ReplicationReading['replicas'][number],
  marks: readonly ClusterMark[],
): unknown {
  const isFollowing =
    !('error' in reading) && reading.replayed !== undefined && reading.cluster === marks.at(-1)?.cluster
  if (!isFollowing) {
    if (replica.db) takeOutOfUse(replica)
    return 'error' in reading ? reading.error : 'It does not follow this database.'
  }
  if (reading.replayed! < replica.replayed) takeOutOfUse(replica)
  replica.replayed = reading.replayed!
  replica.caughtUpAt = caughtUpAt(marks, reading.replayed!)
  replica.db ??= openDb(replica.url, {
    name: `replica ${replica.number}`,
    max: requestConnections,
    onError: () => {},
    ...(replica.onStatement ? { onStatement: replica.onStatement } : {}),
    verify: (client) => refuseOlder(client, replica.replayed),
  })
  return undefined
}

/** Runs a read on the replica; it also ends when the replica is lost. */
export const runOnReplica = <T>(replica: Replica, work: (db: Db) => Promise<T>): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    replica.running.add(reject)
    const removeFromRunning = () => void replica.running.delete(reject)
    work(replica.db!).then(resolve, reject).finally(removeFromRunning)
  })
