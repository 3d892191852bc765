import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { keyOf, takeLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type UserRow = Omit<Selectable<DB['identity.users']>, 'custom_claims'> & {
  custom_claims: Record<string, unknown>
}
export type SessionRow = Selectable<DB['identity.sessions']>
export type CodeRow = Selectable<DB['identity.oob_codes']>
export type KeyRow = Omit<Selectable<DB['identity.signing_keys']>, 'state'> & {
  state: 'next' | 'active' | 'retired'
}

export const findUser = (db: Db, id: string) =>
  db.selectFrom('identity.users').selectAll().where('id', '=', id).$castTo<UserRow>().executeTakeFirst()

export const findUserByEmail = (db: Db, canonical: string) =>
  db
    .selectFrom('identity.users')
    .selectAll()
    .where('email_canonical', '=', canonical)
    .$castTo<UserRow>()
    .executeTakeFirst()

/** Locks the user until the transaction ends. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('identity.users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$castTo<UserRow>()
    .executeTakeFirst()

/** Locks the user of a session. The user is always locked before the session, to avoid deadlocks. */
export const lockUserOfSession = (tx: Tx, sessionId: string) =>
  tx
    .selectFrom('identity.users')
    .selectAll()
    .where('id', '=', (select) =>
      select.selectFrom('identity.sessions').select('user_id').where('id', '=', sessionId),
    )
    .forUpdate()
    .$castTo<UserRow>()
    .executeTakeFirst()

/**
 * Reads what every request of a signed-in user needs, by unique keys and in one statement. A missing session counts
 * as ended.
 */
export async function findUserState(db: Db, id: string, sessionId: string | null) {
  const { rows } = await sql<{
    email: string | null
    email_verified: boolean
    disabled: boolean
    valid_since: Date
    session_id: string | null
    revoked_at: Date | null
    session_expires_at: Date | null
    account_id: string | null
    roles: string[] | null
  }>`${frequent}
    select u.email, u.email_verified, u.disabled, u.valid_since, s.id as session_id, s.revoked_at,
      least(s.idle_expires_at, s.absolute_expires_at) as session_expires_at, account.id as account_id, account.roles
    from identity.users u
    left join identity.sessions s on s.user_id = u.id and s.id = ${sessionId}
    left join account on account.external_id = u.id
    where u.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const {
    session_id: found,
    revoked_at: revokedAt,
    session_expires_at: sessionExpiresAt,
    account_id: accountId,
    roles,
    ...state
  } = row
  return {
    ...state,
    sessionExpiresAt,
    sessionEnded: sessionId !== null && (found === null || revokedAt !== null),
    account: accountId === null ? null : { id: accountId, roles: roles ?? [] },
  }
}

export const rolesOf = async (db: Db, userId: string): Promise<readonly string[]> =>
  (await db.selectFrom('account').select('roles').where('external_id', '=', userId).executeTakeFirst())
    ?.roles ?? []

export const insertUser = (tx: Tx, user: Insertable<DB['identity.users']>) =>
  tx.insertInto('identity.users').values(user).returningAll().$castTo<UserRow>().executeTakeFirstOrThrow()

export const changeUser = (tx: Tx, id: string, change: Updateable<DB['identity.users']>) =>
  tx
    .updateTable('identity.users')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$castTo<UserRow>()
    .executeTakeFirstOrThrow()

/** Voids every earlier sign-in. If called again within the same second, it moves the limit one second further. */
export const changeUserAndVoidSignIns = (
  tx: Tx,
  id: string,
  moment: Date,
  change: Updateable<DB['identity.users']>,
) =>
  tx
    .updateTable('identity.users')
    .set({
      ...change,
      valid_since: sql<Date>`greatest(valid_since + interval '1 second', ${moment}::timestamptz)`,
    })
    .where('id', '=', id)
    .returningAll()
    .$castTo<UserRow>()
    .executeTakeFirstOrThrow()

export const deleteUser = (tx: Tx, id: string) =>
  tx.deleteFrom('identity.users').where('id', '=', id).execute()

export const lockSession = (tx: Tx, id: string) =>
  tx.selectFrom('identity.sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * True if the session has ended, is missing or belongs to another user. For missing or disabled users it is false,
 * because `tokenStatusOf` reports those.
 */
export async function hasSessionEnded(db: Db, userId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.users as u')
    .leftJoin('identity.sessions as s', (join) => join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', id))
    .select(['s.id', 's.revoked_at'])
    .where('u.id', '=', userId)
    .where('u.disabled', '=', false)
    .executeTakeFirst()
  return row !== undefined && (row.id === null || row.revoked_at !== null)
}

/** Returns the sessions that can still be refreshed, the last used first. */
export const listLiveSessions = (db: Db, userId: string, at: Date) =>
  db
    .selectFrom('identity.sessions as s')
    .innerJoin('identity.users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.idle_expires_at', '>', at)
    .where('s.absolute_expires_at', '>', at)
    .whereRef('s.auth_time', '>=', 'u.valid_since')
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(100)
    .execute()

export const findSessionOf = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('identity.sessions')
    .select(['id', 'device_hash', 'ip', 'user_agent'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const revokeSession = (tx: Tx, id: string, at: Date, reason: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ revoked_at: at, reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()

export const revokeSessionsOf = (tx: Tx, userId: string, at: Date, reason: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ revoked_at: at, reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()

export const revokeOtherSessionsOf = (tx: Tx, userId: string, exceptId: string, at: Date, reason: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ revoked_at: at, reason })
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .where('revoked_at', 'is', null)
    .execute()

export const findRefreshToken = (db: Db, hash: string) =>
  db.selectFrom('identity.refresh_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst()

export const insertCode = (tx: Tx, code: Insertable<DB['identity.oob_codes']>) =>
  tx.insertInto('identity.oob_codes').values(code).execute()

export const findCode = (db: Db, hash: string) =>
  db.selectFrom('identity.oob_codes').selectAll().where('code_hash', '=', hash).executeTakeFirst()

/** Uses the code up if it is unused. Of concurrent callers exactly one gets the row. */
export const markCodeUsed = (tx: Tx, hash: string, at: Date) =>
  tx
    .updateTable('identity.oob_codes')
    .set({ used_at: at })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()

/** Voids the older codes of this kind to the same address, which a newer mail replaces. */
export const voidCodes = (tx: Tx, type: string, email: string, at: Date) =>
  tx
    .updateTable('identity.oob_codes')
    .set({ used_at: at })
    .where('email', '=', email)
    .where('type', '=', type)
    .where('used_at', 'is', null)
    .execute()

/** Voids codes sent before a change of password or address, because they must not undo it. */
export const voidCodesOf = (tx: Tx, userId: string, types: string[], at: Date) =>
  tx
    .updateTable('identity.oob_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('type', 'in', types)
    .where('used_at', 'is', null)
    .execute()

/** Returns when the earliest change that this address can still undo was requested. */
export const earliestRecoverableChange = async (
  tx: Tx,
  userId: string,
  { email, created_at: requestedAt }: CodeRow,
) =>
  (
    await tx
      .selectFrom('identity.oob_codes')
      .select('created_at')
      .where('user_id', '=', userId)
      .where('email', '=', email)
      .where('type', '=', 'RECOVER_EMAIL')
      .where('used_at', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.created_at ?? requestedAt

/** Returns true if the account can be recovered from this address. */
export const hasRecoveryCode = async (tx: Tx, userId: string, canonicalEmail: string): Promise<boolean> =>
  (await tx
    .selectFrom('identity.oob_codes')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('email', '=', canonicalEmail)
    .where('type', '=', 'RECOVER_EMAIL')
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Voids recovery codes of all addresses, because those of a later one would give the account to the person who
 * changed it.
 */
export const voidRecoveryCodesSince = (tx: Tx, userId: string, since: Date, at: Date) =>
  tx
    .updateTable('identity.oob_codes')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('type', '=', 'RECOVER_EMAIL')
    .where('created_at', '>=', since)
    .where('used_at', 'is', null)
    .execute()

export const lockKeys = (tx: Tx) => takeLock(tx, keyOf('signingKeys'))

export const findKeys = (db: Db) =>
  db.selectFrom('identity.signing_keys').selectAll().$castTo<KeyRow>().execute()

export const insertKey = (tx: Tx, key: Insertable<DB['identity.signing_keys']>) =>
  tx.insertInto('identity.signing_keys').values(key).execute()

export const changeKey = (tx: Tx, kid: string, change: Updateable<DB['identity.signing_keys']>) =>
  tx.updateTable('identity.signing_keys').set(change).where('kid', '=', kid).execute()

export const deleteKeys = (tx: Tx) => tx.deleteFrom('identity.signing_keys').execute()

export const deleteKeysRetiredBefore = (tx: Tx, at: Date) =>
  tx.deleteFrom('identity.signing_keys').where('retire_after', '<', at).execute()

export type AuditEvent = Insertable<DB['identity.audit_events']>

export const insertAuditEvent = (tx: Tx, event: AuditEvent) =>
  tx.insertInto('identity.audit_events').values(event).execute()

/** Missing fields do not filter; `until` is exclusive. */
export type AuditFilter = { uid?: string; kind?: string; since?: Date; until?: Date; limit: number }

export const listAuditEvents = (db: Db, { uid, kind, since, until, limit }: AuditFilter) =>
  db
    .selectFrom('identity.audit_events')
    .selectAll()
    .$if(uid !== undefined, (query) => query.where('user_id', '=', uid!))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(since !== undefined, (query) => query.where('at', '>=', since!))
    .$if(until !== undefined, (query) => query.where('at', '<', until!))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type PurgeMoments = { sessions: Date; superseded: Date; codes: Date; buckets: Date; audit: Date }

/** Deletes rows older than the given instants. */
export async function deleteOlderThan(tx: Tx, before: PurgeMoments): Promise<void> {
  await tx
    .deleteFrom('identity.sessions')
    .where((where) =>
      where.or([
        where('idle_expires_at', '<', before.sessions),
        where('absolute_expires_at', '<', before.sessions),
        where('revoked_at', '<', before.sessions),
      ]),
    )
    .execute()
  await tx.deleteFrom('identity.refresh_tokens').where('superseded_at', '<', before.superseded).execute()
  await tx.deleteFrom('identity.oob_codes').where('expires_at', '<', before.codes).execute()
  await tx.deleteFrom('identity.rate_buckets').where('updated_at', '<', before.buckets).execute()
  await tx.deleteFrom('identity.audit_events').where('at', '<', before.audit).execute()
}
