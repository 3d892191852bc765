// Records the hashes of all migrations as released; a test then rejects changes to them.
import { writeFileSync } from 'node:fs'
import { readMigrations } from '#server/kernel/db/migrate.ts'

const released = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]))
writeFileSync(new URL('../database/released.json', import.meta.url), `${JSON.stringify(released, null, 2)}\n`)
