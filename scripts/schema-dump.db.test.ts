import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDb } from '#test/db.ts'
import { dumpSchema } from './schema-dump.ts'

test('the migrations produce the committed schema', async () => {
  const { url, drop } = await createTestDb()
  try {
    const written = await readFile(new URL('../database/schema.sql', import.meta.url), 'utf8')

    expect(await dumpSchema(url)).toBe(written)
  } finally {
    await drop()
  }
})
