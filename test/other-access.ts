import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

/** Inserts what somebody who is in an account can create to read it later without signing in, one of each kind. */
export async function insertOtherAccess(db: Db, accountId: string, at: Date): Promise<void> {
  await sql`
    insert into api_key (id, account_id, name, scopes, hash, ending, email_verified, created_at)
    values (${randomUUID()}, ${accountId}, 'own', '{bookings}', ${randomBytes(32)}, 'abcd', false, ${at})`.execute(
    db,
  )
  await sql`
    insert into webhook (id, account_id, address, events, secret, created_at)
    values (${randomUUID()}, ${accountId}, 'https://hook.example.org', '{booking.requested}', '\\x00', ${at})`.execute(
    db,
  )
  await sql`
    insert into push_device (id, account_id, endpoint, p256dh, auth, name, made_at)
    values (${randomUUID()}, ${accountId}, ${`https://push.example.org/${accountId}`}, 'p', 'a', 'Firefox', ${at})`.execute(
    db,
  )
  await sql`
    insert into calendar_address (account_id, number, made_at) values (${accountId}, 1, ${at})`.execute(db)
}
