import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { advisoryLocks, keyFor, valueLocks } from '#server/kernel/db/advisory-locks.ts'
import { testDb } from '#test/db.ts'

test('all advisory locks have different keys, which are those of earlier releases', async () => {
  const db = await testDb()
  const keys: Record<string, string> = {}
  for (const [name, key] of Object.entries(advisoryLocks)) {
    const { rows } = await sql<{ key: string }>`select (${sql.raw(key)})::text as key`.execute(db)
    keys[name] = rows[0]!.key
  }
  expect(new Set(Object.values(keys)).size).toBe(Object.keys(advisoryLocks).length)
  expect(keys).toEqual({
    migrations: '7415529',
    credits: '7415530',
    invoices: '7415531',
    searchOrder: '7301038',
    backups: '-4196269948153301085',
    uploads: '-7778214431082457543',
    signingKeys: '-2904663335019263513',
    corrections: '-8814715222307888930',
    siteKeys: '-1753734521647627261',
    siteWebhooks: '-6749638293206364410',
  })
})

test('a lock for each value has the key of earlier releases', async () => {
  const db = await testDb()
  const { rows } = await sql`select
    ${keyFor('request', '["a","b"]')} = hashtextextended('["a","b"]', 0) as request,
    ${keyFor('demoPart', 'Porto')} = hashtextextended('demo town Porto', 0) as "demoPart",
    ${keyFor('pair', sql<string>`'a'::text || 'b'`)} = hashtextextended('ab', 59) as pair,
    ${keyFor('network', '192.0.2.0')} = hashtextextended('192.0.2.0', 85) as network`.execute(db)
  expect(rows[0]).toEqual(Object.fromEntries(Object.keys(valueLocks).map((name) => [name, true])))
  const kinds = Object.values(valueLocks).map(({ before, seed }) => `${seed} ${before}`)
  expect(new Set(kinds).size).toBe(kinds.length)
})
