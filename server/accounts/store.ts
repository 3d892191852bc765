import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ConsentDue } from '#contract/accounts.ts'
import type { Role } from '#contract/staff/codes.ts'
import { consentsDueAt } from '#server/accounts/consent-store.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { Account } from '#server/kernel/db/schema.ts'

export type AccountRow = Selectable<Account> & {
  sitter_id: string | null
  consents_due: ConsentDue[]
}

/** `at`: texts that are published by then may need consent. */
const accounts = (db: Db, at: Date) =>
  db
    .selectFrom('account')
    .leftJoin('sitter', 'sitter.account_id', 'account.id')
    .selectAll('account')
    .select(['sitter.id as sitter_id', consentsDueAt(at).as('consents_due')])
    .modifyFront(frequent)

export const findByExternalId = (db: Db, externalId: string, at: Date): Promise<AccountRow | undefined> =>
  accounts(db, at).where('account.external_id', '=', externalId).executeTakeFirst()

type Own = { id: string; externalId: string; at: Date }

/** Requires the external id too, because an account id alone must not give access. */
export const findOwn = (db: Db, { id, externalId, at }: Own): Promise<AccountRow | undefined> =>
  accounts(db, at)
    .where('account.id', '=', id)
    .where('account.external_id', '=', externalId)
    .executeTakeFirst()

/** Finds the inviter with this code, with the sitter profile if it is published. */
export const findInviter = (db: Db, code: string) =>
  db
    .selectFrom('account')
    .leftJoin('sitter', (on) =>
      on.onRef('sitter.account_id', '=', 'account.id').on('sitter.status', '=', 'published'),
    )
    .select(['account.id', 'account.name', 'sitter.id as sitter_id'])
    .where('account.invite_code', '=', code)
    .where('account.erased_at', 'is', null)
    .where('account.id', 'not in', db.selectFrom('identity.deletions').select('account_id'))
    .executeTakeFirst()

export const findInvitation = (db: Db, id: string) =>
  db.selectFrom('account').select(['invited_by', 'created_at']).where('id', '=', id).executeTakeFirst()

/** Finds the name and address for mails; undefined for an erased account. */
export const findReceiver = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** Finds the people with one of these roles who may sign in, here or with an external service; the oldest account first. */
export const findPeopleInRoles = (db: Db, roles: readonly Role[]) =>
  db
    .selectFrom('account')
    .leftJoin('identity.users as user', 'user.id', 'account.external_id')
    .select(['account.id', 'account.name', 'account.email'])
    .where(sql<boolean>`account.roles && ${[...roles]}::text[]`)
    .where('account.erased_at', 'is', null)
    .where((eb) => eb.or([eb('user.id', 'is', null), eb('user.disabled', '=', false)]))
    .orderBy('account.created_at')
    .orderBy('account.id')
    .execute()

/** Finds the account's own invite code, with the number of accounts that were created with it. */
export const findOwnLink = (db: Db, id: string) =>
  db
    .selectFrom('account')
    .leftJoin('sitter', 'sitter.account_id', 'account.id')
    .leftJoin('account as invited', 'invited.invited_by', 'account.id')
    .select((eb) => [
      'account.invite_code',
      'sitter.id as sitter_id',
      eb.fn.count('invited.id').as('invited'),
    ])
    .where('account.id', '=', id)
    .groupBy(['account.id', 'sitter.id'])
    .executeTakeFirstOrThrow()

/** Runs on every request with a token, so it is a single lookup in a unique index. */
export const findIdentity = (db: Db, externalId: string) =>
  db
    .selectFrom('account')
    .leftJoin('identity.deletions as deletion', 'deletion.account_id', 'account.id')
    .select(['account.id', 'account.roles', 'deletion.due_at'])
    .where('account.external_id', '=', externalId)
    .executeTakeFirst()

/**
 * Returns true if the row was inserted; false if this external id already has one, including one inserted concurrently.
 */
export async function insertAccount(tx: Tx, row: Insertable<Account>): Promise<boolean> {
  const inserted = await tx
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('external_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const lockOwn = (tx: Tx, id: string, externalId: string) =>
  tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst()

export const lockByExternalId = (tx: Tx, externalId: string) =>
  tx.selectFrom('account').selectAll().where('external_id', '=', externalId).forUpdate().executeTakeFirst()

/** Finds the address of the embedded sign-in; undefined if people sign in elsewhere. */
export const findSignInEmail = async (db: Db, uid: string): Promise<string | null | undefined> =>
  (await db.selectFrom('identity.users').select('email').where('id', '=', uid).executeTakeFirst())?.email

/** Finds everyone whom the operator's input may mean: an e-mail address, a sign-in id or an account id. */
export const findPeople = (db: Db, { email, id }: { email: string; id: string }) =>
  db
    .selectFrom('identity.users as u')
    .fullJoin('account as a', 'a.external_id', 'u.id')
    .select(['u.id as user_id', 'a.id as account_id', 'a.external_id', 'a.name', 'a.roles', 'u.disabled'])
    .select((eb) => [
      eb.fn.coalesce('u.email', 'a.email').as('email'),
      eb.fn.coalesce('u.created_at', 'a.created_at').as('created_at'),
    ])
    .where((eb) =>
      eb.or([
        eb('u.email_canonical', '=', email),
        eb(eb.fn<string>('lower', ['a.email']), '=', email),
        eb('u.id', '=', id),
        eb('a.external_id', '=', id),
        eb(eb.cast<string>('a.id', 'text'), '=', id),
      ]),
    )
    .limit(2)
    .execute()

export const findAccountForMerge = (tx: Tx, id: string) =>
  tx
    .selectFrom('account')
    .select(['external_id', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const saveAccount = (tx: Tx, id: string, changes: Updateable<Account>) =>
  tx
    .updateTable('account')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
