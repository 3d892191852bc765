import type pg from 'pg'
import { leftOut } from '#server/backups/left-out.ts'
import type { Details, LedgerTotal, TableCopy } from '#server/backups/manifest.ts'
import {
  emptyTables,
  fillTable,
  hasTables,
  removeTables,
  setSequences,
  withoutObstacles,
} from '#server/kernel/backup/load.ts'
import { Damaged, type Place, readParts } from '#server/kernel/backup/parts.ts'
import { withClient } from '#server/kernel/backup/snapshot.ts'
import { readSequences, readTable, readTables } from '#server/kernel/backup/tables.ts'
import { migrate, readMigrations } from '#server/kernel/db/migrate.ts'
import { onClient } from '#server/kernel/db/on-client.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { sumByAccount } from '#server/ledger/desk-store.ts'

type Print = (line: string) => void

const count = (value: number) => value.toLocaleString('en-GB')

/**
 * Fills an empty database with the rows of a backup and compares the result with its manifest. The schema is the one of
 * the backup; later migrations follow separately. If anything fails, the database is empty again.
 */
export async function loadDatabase(url: string, place: Place, details: Details, print: Print): Promise<void> {
  await withClient(url, async (client) => {
    await refuseUnfit(client, details)
    try {
      await migrate(url, new Set(details.migrations.map(({ name }) => name)))
      print(`${count(details.migrations.length)} migrations, as in the backup`)
      await client.query('begin')
      await loadRows(client, place, details, print)
      await compare(client, details)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      await removeTables(client)
      throw error
    }
  })
}

/** Throws if the database is not empty, or if this release cannot create the schema of the backup. */
export async function refuseUnfit(client: pg.Client, details: Details): Promise<void> {
  await refuseUnknownMigrations(details)
  if (await hasTables(client))
    throw new StartError(
      'The database has tables already, and a backup is only restored into an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to a database that was just created.',
    )
}

async function refuseUnknownMigrations({ migrations }: Details): Promise<void> {
  const own = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]))
  const unknown = migrations.find(({ name }) => !own.has(name))
  if (unknown)
    throw new StartError(
      `The backup is from a newer release: migration ${unknown.name} is not part of this one. Install the release that made it, or a newer one.`,
    )
  const changed = migrations.find(({ name, hash }) => own.get(name) !== hash)
  if (changed)
    throw new StartError(
      `Migration ${changed.name} is not the one that the backup was made with. Install the release that made it.`,
    )
}

async function loadRows(
  client: pg.Client,
  place: Place,
  { tables, sequences }: Details,
  print: Print,
): Promise<void> {
  const expected = (await readTables(client)).filter(({ name }) => !(name in leftOut)).map(({ name }) => name)
  const missing = expected.find((name) => !tables.some((table) => table.name === name))
  if (missing) throw new Damaged(`The backup has no rows of the table ${missing}.`)
  await withoutObstacles(client, async () => {
    await emptyTables(client, tables)
    for (const [index, table] of tables.entries()) {
      await fillTable(client, table, readParts(place, table.parts))
      if ((index + 1) % 20 === 0 || table.rows > 100_000)
        print(`${index + 1} of ${tables.length} tables; ${table.name} has ${count(table.rows)} rows`)
    }
  })
  await setSequences(client, sequences)
}

/** Throws for the first difference between the database and the manifest. */
async function compare(client: pg.Client, { tables, sequences, ledger }: Details): Promise<void> {
  for (const table of tables) await compareTable(client, table)
  const states = new Map((await readSequences(client)).map(({ name, ...state }) => [name, state]))
  for (const { name, value, called } of sequences) {
    const state = states.get(name)
    if (state?.value !== value || state.called !== called)
      throw new Damaged(`The sequence ${name} is at ${state?.value} instead of ${value}.`)
  }
  compareLedger(await sumByAccount(onClient(client), { timeZone: 'UTC' }), ledger)
}

async function compareTable(client: pg.Client, table: TableCopy): Promise<void> {
  const { rows, checksum } = await readTable(client, table)
  if (rows !== table.rows)
    throw new Damaged(`The table ${table.name} has ${count(rows)} rows instead of ${count(table.rows)}.`)
  if (checksum !== table.checksum)
    throw new Damaged(
      `The rows of the table ${table.name} are not those of the backup: their checksum differs.`,
    )
}

function compareLedger(totals: readonly LedgerTotal[], expected: readonly LedgerTotal[]): void {
  if (JSON.stringify(totals) !== JSON.stringify(expected))
    throw new Damaged('The trial balance of the restored ledger is not the one of the backup.')
  refuseImbalance(totals)
}

/** Throws unless the accounts of each currency sum to zero. */
export function refuseImbalance(totals: readonly LedgerTotal[]): void {
  for (const currency of new Set(totals.map((total) => total.currency))) {
    const sum = totals
      .filter((total) => total.currency === currency)
      .reduce((all, { balance }) => all + balance, 0)
    if (sum !== 0)
      throw new Damaged(`The ledger does not balance in ${currency}: its accounts sum to ${sum}.`)
  }
}
