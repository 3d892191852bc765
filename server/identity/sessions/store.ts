import { type Insertable, sql } from 'kysely'
import { type Bucket, returnTokensSql } from '#server/identity/bucket-store.ts'
import type { AuditEvent, UserRow } from '#server/identity/store.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** The user's identity at another provider, as named in an ID token. */
export type NamedIdentity = { provider: string; raw_id: string }

const namedIdentities = (db: Pick<Tx, 'selectFrom'>, userId: string) =>
  db
    .selectFrom('identity.user_identities')
    .select(['provider', 'raw_id'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('provider')

/** A session, its first refresh token and an audit event. */
export type NewSession = {
  session: Insertable<DB['identity.sessions']>
  token: Insertable<DB['identity.refresh_tokens']>
  event: AuditEvent
}

/** Inserts all three in one statement. Returns the identities for the ID token. */
export const insertSession = (tx: Tx, { session, token, event }: NewSession): Promise<NamedIdentity[]> =>
  namedIdentities(
    tx
      .with('opened', (db) => db.insertInto('identity.sessions').values(session))
      .with('token', (db) => db.insertInto('identity.refresh_tokens').values(token))
      .with('trail', (db) => db.insertInto('identity.audit_events').values(event)),
    session.user_id,
  ).execute()

/**
 * Like `insertSession`, for sign-ins with a password; in one statement of its own, because they are frequent. Returns
 * the current user, or undefined if the account has changed since its password was checked.
 */
export async function insertSessionWithPassword(
  db: Db,
  { id, password_hash: hash, valid_since: validSince }: UserRow,
  renewedHash: string | null,
  { session, token, event }: NewSession,
  taken: readonly Bucket[],
): Promise<{ user: UserRow; identities: NamedIdentity[]; isUnknownBrowser: boolean } | undefined> {
  const at = session.created_at
  const device = session.device_hash ?? null
  const { rows } = await sql<UserRow & { identities: NamedIdentity[]; knows_browser: boolean }>`${frequent}
    with admitted as (
      update identity.users
      set last_login_at = ${at}, last_refresh_at = ${at}, password_hash = coalesce(${renewedHash}, password_hash)
      where id = ${id} and password_hash = ${hash} and valid_since = ${validSince} and not disabled
      returning *
    ),
    opened as (${insertIfAdmitted('identity.sessions', session)}),
    token as (${insertIfAdmitted('identity.refresh_tokens', token)}),
    trail as (${insertIfAdmitted('identity.audit_events', event)}),
    seen as (
      update identity.known_browsers set last_seen_at = ${at}
      where user_id = (select id from admitted) and device_hash = ${device} returning user_id
    ),
    ${returnTokensSql(taken, sql`exists (select from admitted)`)}
    select *, (
      case when ${device}::text is null
        then not exists (select from identity.known_browsers b where b.user_id = admitted.id)
          and not exists (
            select from identity.sessions s where s.user_id = admitted.id and s.device_hash is not null)
        else exists (select from seen) end
    ) as knows_browser, array(
      select json_build_object('provider', provider, 'raw_id', raw_id)
      from identity.user_identities where user_id = admitted.id order by linked_at, provider
    ) as identities
    from admitted`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { identities, knows_browser: knowsBrowser, ...user } = row
  return { user, identities, isUnknownBrowser: !knowsBrowser }
}

const insertIfAdmitted = (table: string, row: object) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    select ${sql.join(Object.values(row))} from admitted`

/** Locks both, because a concurrent refresh may be replacing the token. */
export const lockSessionOfToken = async (tx: Tx, tokenHash: string) => {
  const row = await tx
    .selectFrom('identity.refresh_tokens as t')
    .innerJoin('identity.sessions as s', 's.id', 't.session_id')
    .selectAll('s')
    .select('t.superseded_at')
    .where('t.token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return {}
  const { superseded_at: supersededAt, ...session } = row
  return { session, token: { superseded_at: supersededAt } }
}

export type TokenRotation = {
  userId: string
  sessionId: string
  tokenHash: string
  successorHash: string
  at: Date
  idleExpiresAt: Date
}

/**
 * Inserts the next refresh token of a session. The first successor and the time of replacement stay recorded when a
 * late repeat gets another token. Returns the identities for the ID token.
 */
export const rotateRefreshToken = (
  tx: Tx,
  { userId, sessionId, tokenHash, successorHash, at, idleExpiresAt }: TokenRotation,
): Promise<NamedIdentity[]> =>
  namedIdentities(
    tx
      .with('successor', (db) =>
        db
          .insertInto('identity.refresh_tokens')
          .values({ token_hash: successorHash, session_id: sessionId, issued_at: at }),
      )
      .with('superseded', (db) =>
        db
          .updateTable('identity.refresh_tokens')
          .set({ superseded_at: at, successor_hash: successorHash })
          .where('token_hash', '=', tokenHash)
          .where('superseded_at', 'is', null),
      )
      .with('touched', (db) =>
        db
          .updateTable('identity.sessions')
          .set({ last_used_at: at, idle_expires_at: idleExpiresAt })
          .where('id', '=', sessionId),
      )
      .with('seen', (db) =>
        db.updateTable('identity.users').set({ last_refresh_at: at }).where('id', '=', userId),
      ),
    userId,
  ).execute()
