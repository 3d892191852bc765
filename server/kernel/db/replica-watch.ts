import pg from 'pg'
import { stopwatch } from '#server/kernel/clock.ts'
import { endBefore, type Mark, type Position, readPosition } from '#server/kernel/db/freshness.ts'

const everyMs = 200
const patienceMs = 1_000

type Asked<T> = { ask: () => Promise<T>; close: () => void }

/** Returns a connection for repeating one short query; a connection that does not answer in time is dropped. */
function askOften<T>(
  url: string,
  question: string,
  read: (row: Record<string, string | null>) => T,
): Asked<T> {
  let client: pg.Client | undefined
  const giveUp = (one: pg.Client) => {
    if (client === one) client = undefined
    // An unresponsive server would not answer a regular close either.
    ;(one as pg.Client & { connection: pg.Connection }).connection.stream.destroy()
  }
  return {
    async ask() {
      const one = (client ??= new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
        application_name: 'sitwell replicas',
      }))
      try {
        if (one.listenerCount('error') === 0) {
          one.on('error', () => giveUp(one))
          await one.connect()
        }
        const { rows } = await one.query<Record<string, string | null>>(question)
        return read(rows[0]!)
      } catch (error) {
        giveUp(one)
        throw error
      }
    },
    close() {
      if (client) giveUp(client)
    },
  }
}

const primaryQuestion = `
  select pg_current_wal_insert_lsn()::text as position,
    pg_size_bytes(current_setting('wal_segment_size'))::text as segment,
    extract(epoch from pg_postmaster_start_time())::text as started_at,
    (select system_identifier::text from pg_control_system()) as cluster`
const replicaQuestion = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
    (select system_identifier::text from pg_control_system()) as cluster`

/** `replayed` is undefined for a server that is not a standby. */
export type Seen = { replayed: Position | undefined; cluster: string } | { error: unknown }
export type Look = { mark: (Mark & { cluster: string }) | { error: unknown }; replicas: Seen[] }

/** Reads the log positions of the primary and its replicas several times a second until stopped. */
export async function watchReplicas(
  primaryUrl: string,
  replicaUrls: readonly string[],
  tell: (look: Look) => void,
): Promise<{ stop: () => Promise<void> }> {
  const primary = askOften(primaryUrl, primaryQuestion, (row) => ({
    position: endBefore(readPosition(row['position']!), BigInt(row['segment']!)),
    startedAt: row['started_at']!,
    cluster: row['cluster']!,
  }))
  const replicas = replicaUrls.map((url) =>
    askOften(url, replicaQuestion, ({ position, cluster }) => ({
      replayed: position ? readPosition(position) : undefined,
      cluster: cluster!,
    })),
  )
  const failed = (error: unknown) => ({ error })
  const look = async () => {
    const at = stopwatch()
    const [mark, ...seen] = await Promise.all([
      primary.ask().then((answer) => ({ at, ...answer }), failed),
      ...replicas.map((replica) => replica.ask().catch(failed)),
    ])
    tell({ mark, replicas: seen })
  }
  await look()
  let timer: NodeJS.Timeout
  let looking = Promise.resolve()
  const lookLater = () => {
    timer = setTimeout(() => {
      looking = look().then(lookLater)
    }, everyMs)
  }
  lookLater()
  return {
    async stop() {
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
      for (const { close } of [primary, ...replicas]) close()
    },
  }
}
