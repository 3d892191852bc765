import { sql } from 'kysely'
import { type Db, openDb } from '#server/kernel/db/db.ts'

type Facts = {
  version: string
  versionNumber: number
  connections: number
  mostConnections: number
  /** Identifies the database cluster, which replicas share with their primary. */
  cluster: string
}

export async function readDatabase(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "mostConnections",
      (select system_identifier::text from pg_control_system()) as cluster`.execute(db)
  return rows[0]!
}

export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]!.at
}

type ReplicaFacts = { isReplica: boolean; cluster: string; lagSeconds: number }

/** Reads how far a replica is behind; one that has replayed all that it received is not behind. */
export async function readReplica(url: string): Promise<ReplicaFacts> {
  const db = openDb(url, { max: 1 })
  try {
    const { rows } = await sql<ReplicaFacts>`
      select pg_is_in_recovery() as "isReplica",
        (select system_identifier::text from pg_control_system()) as cluster,
        case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
          else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)
        end::float8 as "lagSeconds"`.execute(db)
    return rows[0]!
  } finally {
    await db.destroy()
  }
}
