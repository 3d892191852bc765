import { type Insertable, type Selectable, sql } from 'kysely'
import { Assertion, type Intent } from '#server/identity/federation/assertion.ts'
import type { UserRow } from '#server/identity/store.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

type IdentityColumns = Selectable<DB['identity.user_identities']>
export type IdentityRow = Omit<IdentityColumns, 'profile'> & { profile: Partial<Assertion> }

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('identity.user_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('provider')
    .$castTo<IdentityRow>()
    .execute()

export const findUserByIdentity = (db: Db, provider: string, rawId: string) =>
  db
    .selectFrom('identity.users as u')
    .innerJoin('identity.user_identities as i', 'i.user_id', 'u.id')
    .selectAll('u')
    .where('i.provider', '=', provider)
    .where('i.raw_id', '=', rawId)
    .$castTo<UserRow>()
    .executeTakeFirst()

/**
 * Finds the user who has this address at a provider, which may differ from the account's own; the first linked
 * one.
 */
export const findUserByProviderEmail = (db: Db, canonical: string) =>
  db
    .selectFrom('identity.users as u')
    .innerJoin('identity.user_identities as i', 'i.user_id', 'u.id')
    .selectAll('u')
    .where(sql<string>`lower(i.email)`, '=', canonical)
    .orderBy('i.linked_at')
    .$castTo<UserRow>()
    .executeTakeFirst()

/** Replaces the user's identity at this provider; there is only one for each. */
export async function putIdentity(
  tx: Tx,
  identity: Insertable<DB['identity.user_identities']>,
): Promise<void> {
  await tx
    .deleteFrom('identity.user_identities')
    .where('user_id', '=', identity.user_id)
    .where('provider', '=', identity.provider)
    .execute()
  await tx.insertInto('identity.user_identities').values(identity).execute()
}

export const touchIdentity = (
  tx: Tx,
  provider: string,
  rawId: string,
  change: { email: string | null; profile: string; used_at: Date },
) =>
  tx
    .updateTable('identity.user_identities')
    .set(change)
    .where('provider', '=', provider)
    .where('raw_id', '=', rawId)
    .execute()

/** Removes the identities at these providers and returns which of them existed. */
export const deleteIdentities = async (tx: Tx, userId: string, providers: string[]) =>
  (
    await tx
      .deleteFrom('identity.user_identities')
      .where('user_id', '=', userId)
      .where('provider', 'in', providers)
      .returning('provider')
      .execute()
  ).map(({ provider }) => provider)

/** Removes every identity linked at or after an instant. */
export const deleteIdentitiesSince = (tx: Tx, userId: string, at: Date) =>
  tx
    .deleteFrom('identity.user_identities')
    .where('user_id', '=', userId)
    .where('linked_at', '>=', at)
    .execute()

export const deleteAllIdentities = (tx: Tx, userId: string) =>
  tx.deleteFrom('identity.user_identities').where('user_id', '=', userId).execute()

export type OauthSessionRow = Omit<Selectable<DB['identity.oauth_sessions']>, 'intent'> & { intent: Intent }

export const insertOauthSession = (tx: Tx, session: Insertable<DB['identity.oauth_sessions']>) =>
  tx.insertInto('identity.oauth_sessions').values(session).execute()

/** Deletes and returns the session. Of concurrent callers exactly one gets the row. */
export const consumeOauthSession = (tx: Tx, idHash: string, at: Date) =>
  tx
    .deleteFrom('identity.oauth_sessions')
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', at)
    .returningAll()
    .$castTo<OauthSessionRow>()
    .executeTakeFirst()

export const insertPendingCredential = (tx: Tx, pending: Insertable<DB['identity.pending_credentials']>) =>
  tx.insertInto('identity.pending_credentials').values(pending).execute()

export async function findPendingCredential(
  db: Db,
  tokenHash: string,
  at: Date,
): Promise<Assertion | undefined> {
  const row = await db
    .selectFrom('identity.pending_credentials')
    .select('assertion')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row && Assertion.parse(row.assertion)
}

/** Deletes the credential; true for the one caller that did. */
export const consumePendingCredential = async (tx: Tx, tokenHash: string): Promise<boolean> =>
  (await tx
    .deleteFrom('identity.pending_credentials')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()) !== undefined

export async function deleteEndedFederation(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('identity.oauth_sessions').where('expires_at', '<', at).execute()
  await tx.deleteFrom('identity.pending_credentials').where('expires_at', '<', at).execute()
}
