import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { jobHandlers } from '#server/slices.ts'
import { buildAccounts } from '#test/build.ts'
import { olga } from '#test/cast.ts'
import { codeOf, requestPasswordReset } from '#test/identity-mails.ts'
import { testIdentity } from '#test/identity.ts'
import { insertOtherAccess } from '#test/other-access.ts'
import { drainQueue } from '#test/queue.ts'

const config = readConfig({}, '.')

async function countOtherAccess(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::integer from api_key) as keys, (select count(*)::integer from webhook) as webhooks,
      (select count(*)::integer from push_device) as devices,
      (select count(*)::integer from calendar_address where revoked_at is null) as calendars`.execute(db)
  return rows[0]!
}

const all = { keys: 1, webhooks: 1, devices: 1, calendars: 1 }
const none = { keys: 0, webhooks: 0, devices: 0, calendars: 0 }

test.each([
  ['was never verified, everything that reads the account without a sign-in ends', false, none],
  ['was verified, only the sign-ins end', true, all],
])('if the address %s when its owner resets the password', async (_, isVerified, left) => {
  const identity = await testIdentity()
  const { db, deps } = identity
  const { localId } = await identity.signUp(olga.email)
  await db
    .updateTable('identity.users')
    .set({ email_verified: isVerified })
    .where('id', '=', localId)
    .execute()
  await buildAccounts(db, { ...olga, uid: localId })
  await insertOtherAccess(db, olga.accountId, deps.now())
  expect(await countOtherAccess(db)).toEqual(all)

  await requestPasswordReset(identity, olga.email)
  const oobCode = await codeOf(identity, 'identity.reset-password')
  const reset = await identity.account('resetPassword', { oobCode, newPassword: 'quite another password' })
  expect(reset.status).toBe(200)
  await drainQueue(deps, jobHandlers(deps, config))

  expect(await countOtherAccess(db)).toEqual(left)
})
