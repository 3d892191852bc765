import { type Insertable, sql, type Updateable } from 'kysely'
import { type BackupStatus, runningStatuses, type Service, type Species } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type StayRow = Awaited<ReturnType<typeof findStay>>

/** Finds the owner's own booking with its backup; undefined for anyone else's. */
export const findStay = (db: Db, bookingId: string, ownerId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('account as owner', 'owner.id', 'booking.owner_id')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .leftJoin('booking_backup as backup', 'backup.booking_id', 'booking.id')
    .leftJoin('sitter as second', 'second.id', 'backup.sitter_id')
    .select(['booking.id', 'booking.service', 'booking.status', 'booking.start_on', 'booking.end_on'])
    .select([
      'booking.sitter_id',
      'booking.ends_at',
      'owner.name as owner_name',
      'sitter.name as sitter_name',
    ])
    .select(['backup.sitter_id as second_id', 'second.name as second_name', 'backup.status as backup_status'])
    .select(['backup.asked_at', 'backup.answered_at'])
    .where('booking.id', '=', bookingId)
    .where('booking.owner_id', '=', ownerId)
    .executeTakeFirst()

/** Locks the booking, so that neither it nor its backup changes until the transaction ends. */
export const lockStay = (tx: Tx, bookingId: string) =>
  tx.selectFrom('booking').select('id').where('id', '=', bookingId).forNoKeyUpdate().executeTakeFirst()

/** Finds a published sitter who offers this service. */
export const findCandidate = (db: Db, sitterId: string, service: Service) =>
  db
    .selectFrom('sitter')
    .innerJoin('sitter_service as offered', 'offered.sitter_id', 'sitter.id')
    .select(['sitter.id', 'sitter.name', 'sitter.account_id'])
    .where('sitter.id', '=', sitterId)
    .where('sitter.status', '=', 'published')
    .where('offered.service', '=', service)
    .where('offered.active', '=', true)
    .executeTakeFirst()

export const isPublished = (db: Db, sitterId: string) =>
  db
    .selectFrom('sitter')
    .select('id')
    .where('id', '=', sitterId)
    .where('status', '=', 'published')
    .executeTakeFirst()

export const saveBackup = (tx: Tx, backup: Insertable<DB['booking_backup']>) =>
  tx
    .insertInto('booking_backup')
    .values(backup)
    .onConflict((conflict) =>
      conflict.column('booking_id').doUpdateSet({
        sitter_id: backup.sitter_id,
        status: backup.status,
        note: backup.note ?? null,
        asked_at: backup.asked_at,
        answered_at: null,
      }),
    )
    .execute()

export const deleteBackup = (tx: Tx, bookingId: string) =>
  tx.deleteFrom('booking_backup').where('booking_id', '=', bookingId).execute()

export const changeBackup = (tx: Tx, bookingId: string, change: Updateable<DB['booking_backup']>) =>
  tx.updateTable('booking_backup').set(change).where('booking_id', '=', bookingId).execute()

export type BackupRequestRow = {
  booking_id: string
  owner_id: string
  owner_name: string
  sitter_name: string
  service: Service
  start_on: string
  end_on: string
  note: string | null
  status: BackupStatus
  asked_at: Date
  called_at: Date | null
  booking_status: string
  pets: { name: string; species: Species }[]
}

const backupRequests = sql`
  select backup.booking_id, booking.owner_id, owner.name as owner_name, second.name as sitter_name,
    booking.service, booking.start_on, booking.end_on, backup.note, backup.status, backup.asked_at, backup.called_at,
    booking.status as booking_status,
    (select coalesce(json_agg(json_build_object('name', pet.name, 'species', pet.species) order by pet.id), '[]')
     from booking_pet join pet on pet.id = booking_pet.pet_id
     where booking_pet.booking_id = booking.id) as pets
  from booking_backup backup
    join booking on booking.id = backup.booking_id
    join account owner on owner.id = booking.owner_id
    join sitter second on second.id = backup.sitter_id`

/**
 * Finds the backup requests to this account, for stays that are agreed, or have just lost their sitter, and are not
 * over.
 */
export async function findRequests(db: Db, accountId: string, now: Date): Promise<BackupRequestRow[]> {
  const { rows } = await sql<BackupRequestRow>`${backupRequests}
    where second.account_id = ${accountId} and booking.ends_at > ${now}
      and (booking.status = any(${[...runningStatuses]}) or backup.called_at is not null)
    order by booking.starts_at, booking.id`.execute(db)
  return rows
}

export async function findRequest(
  db: Db,
  bookingId: string,
  accountId: string,
): Promise<BackupRequestRow | undefined> {
  const { rows } = await sql<BackupRequestRow>`${backupRequests}
    where backup.booking_id = ${bookingId} and second.account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** Finds the backup sitter of a booking that has lost its sitter. */
export async function findBackupToCall(db: Db, bookingId: string) {
  return db
    .selectFrom('booking_backup as backup')
    .innerJoin('booking', 'booking.id', 'backup.booking_id')
    .innerJoin('sitter as second', 'second.id', 'backup.sitter_id')
    .innerJoin('sitter as first', 'first.id', 'booking.sitter_id')
    .select(['booking.owner_id', 'booking.service', 'booking.start_on', 'booking.end_on', 'booking.ends_at'])
    .select([
      'second.id as second_id',
      'second.name as second_name',
      'second.account_id as second_account_id',
    ])
    .select(['first.name as first_name', 'backup.status', 'backup.called_at'])
    .where('backup.booking_id', '=', bookingId)
    .executeTakeFirst()
}
