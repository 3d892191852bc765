import pg from 'pg'
import { stopwatch } from '#server/kernel/clock.ts'
import { endOfPrecedingRecord, type Mark, type Position, readPosition } from '#server/kernel/db/freshness.ts'

const pollIntervalMs = 200
const timeoutMs = 1_000

type Poller<T> = { poll: () => Promise<T>; close: () => void }

/** Returns a connection for repeating one short query; a connection that does not answer in time is dropped. */
function openPoller<T>(
  url: string,
  query: string,
  read: (row: Record<string, string | null>) => T,
): Poller<T> {
  let client: pg.Client | undefined
  const dropConnection = (one: pg.Client) => {
    if (client === one) client = undefined
    // An unresponsive server would not answer a regular close either.
    ;(one as pg.Client & { connection: pg.Connection }).connection.stream.destroy()
  }
  return {
    async poll() {
      const one = (client ??= new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
        application_name: 'sitwell replicas',
      }))
      try {
        if (one.listenerCount('error') === 0) {
          one.on('error', () => dropConnection(one))
          await one.connect()
        }
        const { rows } = await one.query<Record<string, string | null>>(query)
        return read(rows[0]!)
      } catch (error) {
        dropConnection(one)
        throw error
      }
    },
    close() {
      if (client) dropConnection(client)
    },
  }
}

const primaryQuery = `
  select pg_current_wal_insert_lsn()::text as position,
    pg_size_bytes(current_setting('wal_segment_size'))::text as segment,
    extract(epoch from pg_postmaster_start_time())::text as started_at,
    (select system_identifier::text from pg_control_system()) as cluster`
const replicaQuery = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
    (select system_identifier::text from pg_control_system()) as cluster`

/** `replayed` is undefined for a server that is not a standby. */
export type ReplicaReading = { replayed: Position | undefined; cluster: string } | { error: unknown }
export type ReplicationReading = {
  mark: (Mark & { cluster: string }) | { error: unknown }
  replicas: ReplicaReading[]
}

/** Reads the log positions of the primary and its replicas several times a second until stopped. */
export async function watchReplicas(
  primaryUrl: string,
  replicaUrls: readonly string[],
  report: (pollAll: ReplicationReading) => void,
): Promise<{ stop: () => Promise<void> }> {
  const primary = openPoller(primaryUrl, primaryQuery, (row) => ({
    position: endOfPrecedingRecord(readPosition(row['position']!), BigInt(row['segment']!)),
    startedAt: row['started_at']!,
    cluster: row['cluster']!,
  }))
  const replicas = replicaUrls.map((url) =>
    openPoller(url, replicaQuery, ({ position, cluster }) => ({
      replayed: position ? readPosition(position) : undefined,
      cluster: cluster!,
    })),
  )
  const failed = (error: unknown) => ({ error })
  const pollAll = async () => {
    const at = stopwatch()
    const [mark, ...readings] = await Promise.all([
      primary.poll().then((answer) => ({ at, ...answer }), failed),
      ...replicas.map((replica) => replica.poll().catch(failed)),
    ])
    report({ mark, replicas: readings })
  }
  await pollAll()
  let timer: NodeJS.Timeout
  let currentPoll = Promise.resolve()
  const schedulePoll = () => {
    timer = setTimeout(() => {
      currentPoll = pollAll().then(schedulePoll)
    }, pollIntervalMs)
  }
  schedulePoll()
  return {
    async stop() {
      clearTimeout(timer)
      await currentPoll
      clearTimeout(timer)
      for (const { close } of [primary, ...replicas]) close()
    },
  }
}
