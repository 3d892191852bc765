import type { Db, Tx } from '#server/kernel/db/db.ts'

/** Returns whether the user has used any browser before, and whether this one is known. */
export async function checkKnownBrowser(db: Db, userId: string, deviceHash: string | null) {
  const rows = await db
    .selectFrom('identity.known_browsers')
    .select('device_hash')
    .where('user_id', '=', userId)
    .execute()
  return {
    any: rows.length > 0 || (await hasUsedBrowsers(db, userId)),
    this: rows.some((row) => row.device_hash === deviceHash),
  }
}

/**
 * True if the user has used a browser in an earlier session. Ending all sessions deletes the known browsers, but not
 * this fact.
 */
async function hasUsedBrowsers(db: Db, userId: string): Promise<boolean> {
  const ended = await db
    .selectFrom('identity.sessions as s')
    .innerJoin('identity.users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('s.device_hash', 'is not', null)
    .where((eb) =>
      eb.or([eb('s.revoked_at', 'is not', null), eb('s.auth_time', '<', eb.ref('u.valid_since'))]),
    )
    .limit(1)
    .executeTakeFirst()
  return ended !== undefined
}

export const saveKnownBrowser = (tx: Tx, userId: string, deviceHash: string, at: Date) =>
  tx
    .insertInto('identity.known_browsers')
    .values({ user_id: userId, device_hash: deviceHash, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: at }))
    .execute()

export const deleteKnownBrowsers = (tx: Tx, userId: string) =>
  tx.deleteFrom('identity.known_browsers').where('user_id', '=', userId).execute()

export const deleteKnownBrowser = (tx: Tx, userId: string, deviceHash: string) =>
  tx
    .deleteFrom('identity.known_browsers')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()

/** Deletes all known browsers except the one of a session. */
export const deleteOtherKnownBrowsers = (tx: Tx, userId: string, exceptSession: string) =>
  tx
    .deleteFrom('identity.known_browsers as b')
    .where('b.user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity.sessions as s')
            .select('s.id')
            .where('s.id', '=', exceptSession)
            .whereRef('s.device_hash', '=', 'b.device_hash'),
        ),
      ),
    )
    .execute()

export const deleteKnownBrowsersBefore = (tx: Tx, moment: Date) =>
  tx.deleteFrom('identity.known_browsers').where('last_seen_at', '<', moment).execute()
