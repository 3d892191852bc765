import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { keyFor, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { LostPet, LostSighting } from '#server/kernel/db/schema.ts'

export type PageRow = Selectable<LostPet>

export type Carer = { accountId: string; name: string; timeZone: string }

/** Finds who has this pet now: the sitter of a booking in progress, or of one that starts or ends within two hours. */
export async function findCarers(db: Db, petId: string, at: Date): Promise<Carer[]> {
  const { rows } = await sql<Carer>`
    select sitter.account_id as "accountId", account.name, booking.time_zone as "timeZone"
    from booking
      join sitter on sitter.id = booking.sitter_id
      join account on account.id = sitter.account_id
    where booking.owner_id = (select owner_id from pet where pet.id = ${petId})
      and (booking.status = 'in_progress' or booking.status = 'confirmed'
        and ${at} between booking.starts_at - interval '2 hours' and booking.ends_at + interval '2 hours')
      and (exists (select 1 from booking_pet
          where booking_pet.booking_id = booking.id and booking_pet.pet_id = ${petId})
        or exists (select 1 from booking_unit
          where booking_unit.booking_id = booking.id and ${petId} = any (booking_unit.pet_ids)))
    order by booking.status desc, booking.starts_at desc, booking.id`.execute(db)
  return rows
}

const petWithOwner = (db: Db, petId: string) =>
  db
    .selectFrom('pet')
    .innerJoin('account', 'account.id', 'pet.owner_id')
    .select([
      'pet.id',
      'pet.name',
      'pet.owner_id as ownerId',
      'pet.archived_at as archivedAt',
      'account.name as ownerName',
      'account.time_zone as ownerZone',
    ])
    .where('pet.id', '=', petId)

export const findPet = (db: Db, petId: string) => petWithOwner(db, petId).executeTakeFirst()

/** Locks the pet: nobody else can report, change or archive it until the transaction ends. */
export const lockPet = (db: Db, petId: string) => petWithOwner(db, petId).forUpdate('pet').executeTakeFirst()

/** Finds the newest page of a pet that has not been erased. */
export const findNewest = (db: Db, petId: string): Promise<PageRow | undefined> =>
  db
    .selectFrom('lost_pet')
    .selectAll()
    .where('pet_id', '=', petId)
    .where('forgotten_at', 'is', null)
    .orderBy('reported_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Finds a page by its code; inside a transaction it is locked until the transaction ends. */
export const findByCode = (db: Db, code: string): Promise<PageRow | undefined> =>
  db
    .selectFrom('lost_pet')
    .selectAll()
    .where('code', '=', code)
    .where('owner_id', 'not in', db.selectFrom('identity.deletions').select('account_id'))
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()

export const insertPage = (tx: Tx, row: Insertable<LostPet>): Promise<PageRow> =>
  tx.insertInto('lost_pet').values(row).returningAll().executeTakeFirstOrThrow()

export const savePage = (tx: Tx, id: string, change: Updateable<LostPet>): Promise<PageRow> =>
  tx
    .updateTable('lost_pet')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

const mostShown = 200

export const findSightings = (db: Db, pageId: string) =>
  db
    .selectFrom('lost_sighting')
    .select(['id', 'words', 'contact', 'told_at'])
    .where('lost_pet_id', '=', pageId)
    .orderBy('told_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()

export async function countSince(
  tx: Tx,
  { net, pageId, since }: { net: string; pageId: string; since: Date },
): Promise<{ byNet: number; onPage: number }> {
  const { rows } = await sql<{ byNet: number; onPage: number }>`
    select
      (select count(*)::int from lost_sighting where net = ${net} and told_at > ${since}) as "byNet",
      (select count(*)::int from lost_sighting where lost_pet_id = ${pageId} and told_at > ${since}) as "onPage"
  `.execute(tx)
  return rows[0]!
}

/** Serialises the messages of one network across all pages, so that they are counted one after the other. */
export const lockNet = (tx: Tx, net: string) => takeLock(tx, keyFor('network', net))

/** Returns false if the sighting is already stored. */
export async function insertSighting(tx: Tx, row: Insertable<LostSighting>): Promise<boolean> {
  const added = await tx
    .insertInto('lost_sighting')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const isSightingKnown = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('lost_sighting').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

type PageSelection = { endedBefore: Date; reportedBefore: Date } | { ownerId: string }

/** Ends these pages for good and erases their contents; returns how many. */
export async function erasePages(tx: Tx, selection: PageSelection, at: Date): Promise<number> {
  const rows = await tx
    .updateTable('lost_pet')
    .set((eb) => ({
      ended_at: eb.fn.coalesce('ended_at', eb.val(at)),
      forgotten_at: at,
      place: '',
      marks: '',
      behaviour: '',
      reward: '',
      shows_owner_phone: false,
      shows_sitter_phone: false,
      version: eb('version', '+', 1),
    }))
    .where('forgotten_at', 'is', null)
    .where(({ eb, or }) =>
      'ownerId' in selection
        ? eb('owner_id', '=', selection.ownerId)
        : or([eb('ended_at', '<', selection.endedBefore), eb('reported_at', '<', selection.reportedBefore)]),
    )
    .returning('id')
    .execute()
  if (rows.length > 0)
    await tx
      .deleteFrom('lost_sighting')
      .where(
        'lost_pet_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows.length
}

export const removeSitter = (tx: Tx, accountId: string) =>
  tx
    .updateTable('lost_pet')
    .set({ sitter_account_id: null, shows_sitter_phone: false })
    .where('sitter_account_id', '=', accountId)
    .execute()

/** Finds the names and phone numbers of these people. */
export const findPeople = (db: Db, ids: readonly string[]) =>
  db.selectFrom('account').select(['id', 'name', 'phone_number']).where('id', 'in', ids).execute()
