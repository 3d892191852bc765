import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type Bucket, returnTokensSql, type UserToCheck } from '#server/identity/bucket-store.ts'
import type { AuditEvent } from '#server/identity/store.ts'
import type { TokenUser } from '#server/identity/tokens/id-token.ts'
import { compileOnce } from '#server/kernel/db/compile-once.ts'
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

const sessionColumns = [
  'id',
  'user_id',
  'provider',
  'auth_time',
  'device_hash',
  'created_at',
  'last_used_at',
  'idle_expires_at',
  'absolute_expires_at',
  'ip',
  'user_agent',
] as const
const tokenColumns = ['token_hash', 'session_id', 'issued_at'] as const
const eventColumns = ['id', 'at', 'kind', 'user_id', 'ip', 'detail'] as const

/** A session, its first refresh token and an audit event. */
export type NewSession = {
  session: Pick<Insertable<DB['identity.sessions']>, (typeof sessionColumns)[number]>
  token: Pick<Insertable<DB['identity.refresh_tokens']>, (typeof tokenColumns)[number]>
  event: Pick<AuditEvent, (typeof eventColumns)[number]>
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

type NewSessionWithPassword = NewSession & {
  checked: UserToCheck
  /** Null if the hash needs no renewal. */
  renewedHash: string | null
  taken: readonly Bucket[]
}
type AdmittedUser = TokenUser & { identities: NamedIdentity[]; knows_browser: boolean }

const insertSessionIfUnchanged = compileOnce<NewSessionWithPassword, AdmittedUser>((value) => {
  const at = value(({ session }) => session.created_at)
  const device = sql`${value(({ session }) => session.device_hash)}::text`
  const insertIfAdmitted = (table: string, columns: readonly string[], values: RawBuilder<unknown>[]) =>
    sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from admitted`
  return sql`${frequent}
    with admitted as (
      update identity.users
      set last_login_at = ${at}, last_refresh_at = ${at},
        password_hash = coalesce(${value(({ renewedHash }) => renewedHash)}, password_hash)
      where id = ${value(({ checked }) => checked.id)}
        and password_hash = ${value(({ checked }) => checked.password_hash)}
        and valid_since = ${value(({ checked }) => checked.valid_since)} and not disabled
      returning id, email, email_verified, display_name, photo_url, custom_claims
    ),
    opened as (${insertIfAdmitted(
      'identity.sessions',
      sessionColumns,
      sessionColumns.map((name) => value(({ session }) => session[name])),
    )}),
    token as (${insertIfAdmitted(
      'identity.refresh_tokens',
      tokenColumns,
      tokenColumns.map((name) => value(({ token }) => token[name])),
    )}),
    trail as (${insertIfAdmitted(
      'identity.audit_events',
      eventColumns,
      eventColumns.map((name) => value(({ event }) => event[name])),
    )}),
    seen as (
      update identity.known_browsers set last_seen_at = ${at}
      where user_id = (select id from admitted) and device_hash = ${device} returning user_id
    ),
    ${returnTokensSql((read) => value(({ taken }) => read(taken)), sql`exists (select from admitted)`)}
    select *, (
      case when ${device} is null
        then not exists (select from identity.known_browsers b where b.user_id = admitted.id)
          and not exists (
            select from identity.sessions s where s.user_id = admitted.id and s.device_hash is not null)
        else exists (select from seen) end
    ) as knows_browser, array(
      select json_build_object('provider', provider, 'raw_id', raw_id)
      from identity.user_identities where user_id = admitted.id order by linked_at, provider
    ) as identities
    from admitted`
})

/**
 * Like `insertSession`, for sign-ins with a password; in one statement of its own, because they are frequent. Returns
 * the current user, or undefined if the account has changed since its password was checked.
 */
export async function insertSessionWithPassword(
  db: Db,
  values: NewSessionWithPassword,
): Promise<{ user: TokenUser; identities: NamedIdentity[]; isUnknownBrowser: boolean } | undefined> {
  const [row] = await insertSessionIfUnchanged(db, values)
  if (!row) return undefined
  const { identities, knows_browser: knowsBrowser, ...user } = row
  return { user, identities, isUnknownBrowser: !knowsBrowser }
}

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
