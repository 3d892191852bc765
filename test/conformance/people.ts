import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { z } from 'zod'

const Text = z.string().nullish()
const Profile = z.object({ displayName: Text, screenName: Text, photoUrl: Text })

/** Returns the users that a provider has signed in before, as the claims it would send again. */
export async function listPeopleOf(db: Db, provider: string): Promise<Record<string, string>[]> {
  const rows = await db
    .selectFrom('identity.user_identities')
    .select(['raw_id', 'email', 'profile'])
    .where('provider', '=', provider)
    .orderBy('raw_id')
    .execute()
  return rows.map(({ raw_id: sub, email, profile }) => {
    const { displayName, screenName, photoUrl } = Profile.parse(profile)
    const claims = { sub, email, email_verified: 'true', displayName, screenName, photoUrl }
    return Object.fromEntries(
      Object.entries(claims).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
  })
}

/** Deletes everything except the signing keys, which are slow to generate and contain no user data. */
export const deleteEverything = (db: Db) =>
  sql`truncate identity.users, identity.oob_codes, identity.oauth_sessions, identity.pending_credentials,
    identity.rate_buckets, identity.audit_events, mail cascade`.execute(db)

/** Deletes users with their sessions and codes. */
export const deletePeople = (db: Db) =>
  sql`truncate identity.users, identity.oob_codes, mail cascade`.execute(db)
