import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

/** Whom a provider has signed in before, as the claims it would give again. */
export async function listPeopleOf(db: Db, provider: string): Promise<Record<string, string>[]> {
  const rows = await db
    .selectFrom('identity.user_identities')
    .select(['raw_id', 'email', 'profile'])
    .where('provider', '=', provider)
    .orderBy('raw_id')
    .execute()
  return rows.map(({ raw_id: sub, email, profile }) => {
    const { displayName, screenName, photoUrl } = profile as Record<string, string | null>
    const claims = { sub, email, email_verified: 'true', displayName, screenName, photoUrl }
    return Object.fromEntries(
      Object.entries(claims).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
  })
}

/** Everything but the signing keys, which cost time to make and say nothing about anybody. */
export const forgetEverything = (db: Db) =>
  sql`truncate identity.users, identity.oob_codes, identity.oauth_sessions, identity.pending_credentials,
    identity.rate_buckets, identity.audit_events, mail cascade`.execute(db)

/** People with their sessions and codes. */
export const forgetPeople = (db: Db) =>
  sql`truncate identity.users, identity.oob_codes, mail cascade`.execute(db)
