import type { Insertable, Selectable, Updateable } from 'kysely'
import type { BookingStatus } from '#contract/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { Pet } from '#server/kernel/db/schema.ts'

export type PetRow = Selectable<Pet>

export const findPet = (db: Db, id: string): Promise<PetRow | undefined> =>
  db.selectFrom('pet').selectAll().where('id', '=', id).executeTakeFirst()

/** Finds pets by id, in the order in which they were added. */
export const findPets = async (db: Db, ids: readonly string[]): Promise<PetRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('pet').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute()

/** Locks the pet: until the transaction ends no booking can include it and nobody else can change it. */
export const lockOwnPet = (tx: Tx, id: string, ownerId: string): Promise<PetRow | undefined> =>
  tx
    .selectFrom('pet')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()

const mostListed = 500

export const findPetsOfOwner = (
  db: Db,
  ownerId: string,
  { archived }: { archived: boolean },
): Promise<PetRow[]> =>
  db
    .selectFrom('pet')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostListed)
    .execute()

/** Finds these pets of one owner, ordered by id; inside a transaction none of them can be archived until it ends. */
export const findOwnPets = (db: Db, ids: readonly string[], ownerId: string): Promise<PetRow[]> =>
  db
    .selectFrom('pet')
    .selectAll()
    .where('id', 'in', ids)
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .execute()

/**
 * Returns true if the pet is part of a booking, or of one of its units, with that sitter's account in one of these
 * states.
 */
export async function sitsFor(
  db: Db,
  petId: string,
  accountId: string,
  statuses: readonly BookingStatus[],
): Promise<boolean> {
  const row = await db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select('booking.id')
    .where('sitter.account_id', '=', accountId)
    .where('booking.status', 'in', statuses)
    // An unsolicited offer gives the sitter no access until the owner accepts it.
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('booking.status', '!=', 'offered'),
        not(
          exists(
            selectFrom('unasked_offer')
              .select('booking_id')
              .whereRef('unasked_offer.booking_id', '=', 'booking.id'),
          ),
        ),
      ]),
    )
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('booking_pet')
            .select('pet_id')
            .whereRef('booking_pet.booking_id', '=', 'booking.id')
            .where('pet_id', '=', petId),
        ),
        exists(
          selectFrom('booking_unit')
            .select('idx')
            .whereRef('booking_unit.booking_id', '=', 'booking.id')
            .where(({ eb, fn, val }) => eb(val(petId), '=', fn.any('booking_unit.pet_ids'))),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a booking of this pet in one of these states. */
export const findBookingOfPet = (db: Db, petId: string, statuses: readonly BookingStatus[]) =>
  db
    .selectFrom('booking_pet')
    .innerJoin('booking', 'booking.id', 'booking_pet.booking_id')
    .select(['booking.id', 'booking.number'])
    .where('booking_pet.pet_id', '=', petId)
    .where('booking.status', 'in', statuses)
    .orderBy('booking.starts_at')
    .limit(1)
    .executeTakeFirst()

export const insertPet = (tx: Tx, row: Insertable<Pet>): Promise<PetRow> =>
  tx.insertInto('pet').values(row).returningAll().executeTakeFirstOrThrow()

export const savePet = (tx: Tx, id: string, changes: Updateable<Pet>): Promise<PetRow> =>
  tx
    .updateTable('pet')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Overwrites everything about the owner's pets except their species; returns their ids. */
export async function anonymisePets(
  tx: Tx,
  ownerId: string,
  name: string,
  details: string,
  at: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('pet')
    .set((eb) => ({
      name,
      details,
      birth_on: null,
      weight_grams: null,
      archived_at: eb.fn.coalesce('archived_at', eb.val(at)),
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
