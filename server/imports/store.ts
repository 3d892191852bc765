import { type Insertable, type Selectable, sql } from 'kysely'
import type { ImportKind, ImportOutcome } from '#contract/staff/codes.ts'
import type { ListPosition } from '#server/kernel/db/cursor.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type RowInForce = Pick<
  Selectable<DB['import_row']>,
  'external_id' | 'email' | 'data' | 'accepted_at' | 'of_id'
>
export type Row = Selectable<DB['import_row']>
export type ImportLine = Selectable<DB['import']> & {
  by: string | null
  /** Counts arrive as text, because they may exceed what a number holds. */
  rows: number | string | bigint | null
  done: number | string | bigint | null
  invited: number | string | bigint | null
  accepted: number | string | bigint | null
  counts: Partial<Record<ImportOutcome, number>>
}

export const insertImport = (tx: Tx, row: Insertable<DB['import']>) =>
  tx.insertInto('import').values(row).execute()

const rowsAtOnce = 1_000

export async function insertRows(tx: Tx, rows: readonly Insertable<DB['import_row']>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('import_row')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}

const imports = (db: Db) =>
  db
    .selectFrom('import')
    .leftJoin('account', 'account.id', 'import.account_id')
    .selectAll('import')
    .select('account.name as by')
    .select(({ selectFrom }) => {
      const rows = selectFrom('import_row').whereRef('import_row.import_id', '=', 'import.id')
      return [
        rows.select(({ fn }) => fn.countAll().as('n')).as('rows'),
        rows.select(({ fn }) => fn.count('done_at').as('n')).as('done'),
        rows.select(({ fn }) => fn.count('invited_at').as('n')).as('invited'),
        rows.select(({ fn }) => fn.count('accepted_at').as('n')).as('accepted'),
        sql<Partial<Record<ImportOutcome, number>>>`(
          select coalesce(jsonb_object_agg(outcome, number), '{}') from (
            select outcome, count(*) as number from import_row where import_id = import.id group by outcome
          ) counted)`.as('counts'),
      ]
    })

/** Finds imports before a position, newest first. */
export const findImports = (db: Db, before: ListPosition | undefined, limit: number) =>
  imports(db)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(import.created_at, import.id) < (${before!.at}, ${before!.id})`),
    )
    .orderBy('import.created_at', 'desc')
    .orderBy('import.id', 'desc')
    .limit(limit)
    .execute()

export const findImport = (db: Db, id: string) => imports(db).where('import.id', '=', id).executeTakeFirst()

export const lockImport = (tx: Tx, id: string) =>
  tx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const saveState = (tx: Tx, id: string, state: DB['import']['state'], at: Date) =>
  tx.updateTable('import').set({ state, updated_at: at }).where('id', '=', id).execute()

export const findRows = (
  db: Db,
  importId: string,
  { after, outcome, limit }: { after: number; outcome: ImportOutcome | undefined; limit: number },
): Promise<Row[]> =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .orderBy('line')
    .limit(limit)
    .execute()

/** Finds what is in force of these ids elsewhere. */
export const findInForce = (
  db: Db,
  kind: ImportKind,
  externalIds: readonly string[],
): Promise<RowInForce[]> =>
  db
    .selectFrom('import_row')
    .select(['external_id', 'email', 'data', 'accepted_at', 'of_id'])
    .where('kind', '=', kind)
    .where('done_at', 'is not', null)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute()

/** Finds which of these addresses wait for their person under which id elsewhere. */
export const findWaitingEmails = (db: Db, emails: readonly string[]) =>
  db
    .selectFrom('import_row')
    .select(['external_id', 'email'])
    .where('kind', '=', 'sitters')
    .where('done_at', 'is not', null)
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute()

/** Finds which of these addresses belong to accounts with a sitter profile. */
export async function findEmailsOfSitters(db: Db, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(account.email) as email from account join sitter on sitter.account_id = account.id
    where lower(account.email) = any(${emails}::text[])`.execute(db)
  return rows.map(({ email }) => email)
}

/** Finds the rows that are still to be imported, in the order of the file. */
export const findOpenRows = (db: Db, importId: string, limit: number): Promise<Row[]> =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['create', 'change'])
    .where('done_at', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()

/** Replaces what is in force of these ids, unless a person has accepted it. */
export async function replaceInForce(
  tx: Tx,
  kind: ImportKind,
  rows: readonly Row[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('import_row')
    .set({ done_at: null })
    .where('kind', '=', kind)
    .where('done_at', 'is not', null)
    .where('accepted_at', 'is', null)
    .where(
      'external_id',
      'in',
      rows.map((row) => row.external_id),
    )
    .execute()
  await tx
    .updateTable('import_row')
    .set({ done_at: at })
    .where('import_id', '=', rows[0]!.import_id)
    .where(
      'line',
      'in',
      rows.map((row) => row.line),
    )
    .execute()
}

export const refuseRow = (tx: Tx, { import_id, line }: Row, message: string) =>
  tx
    .updateTable('import_row')
    .set({ outcome: 'refused', faults: JSON.stringify([{ column: null, message }]) })
    .where('import_id', '=', import_id)
    .where('line', '=', line)
    .execute()

export const findUninvited = (db: Db, importId: string, limit: number): Promise<Row[]> =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('import_id', '=', importId)
    .where('kind', '=', 'sitters')
    .where('done_at', 'is not', null)
    .where('invited_at', 'is', null)
    .where('accepted_at', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()

export const saveInvited = (tx: Tx, { import_id, line }: Row, at: Date) =>
  tx
    .updateTable('import_row')
    .set({ invited_at: at })
    .where('import_id', '=', import_id)
    .where('line', '=', line)
    .execute()

/** Ends everything of an import that is in force; personal data go with it. */
export const takeBack = (tx: Tx, importId: string) =>
  tx
    .updateTable('import_row')
    .set({ done_at: null, email: null, data: '{}' })
    .where('import_id', '=', importId)
    .execute()

/** Finds the profile that waits for an address. */
export const findWaiting = (db: Db, email: string): Promise<Row | undefined> =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('email', '=', email)
    .where('kind', '=', 'sitters')
    .where('done_at', 'is not', null)
    .where('accepted_at', 'is', null)
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Finds the stays in force of a sitter by the id elsewhere. */
export const findStaysOf = (db: Db, externalId: string): Promise<Row[]> =>
  db
    .selectFrom('import_row')
    .selectAll()
    .where('kind', '=', 'stays')
    .where('of_id', '=', externalId)
    .where('done_at', 'is not', null)
    .execute()

/** Keeps only that the person has accepted; what was imported is now in the profile and the calendar. */
export const saveAccepted = (
  tx: Tx,
  { externalId, sitterId, at }: { externalId: string; sitterId: string; at: Date },
) =>
  tx
    .updateTable('import_row')
    .set({ accepted_at: at, sitter_id: sitterId, email: null, data: '{}' })
    .where('done_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'sitters'), eb('external_id', '=', externalId)]),
        eb.and([eb('kind', '=', 'stays'), eb('of_id', '=', externalId)]),
      ]),
    )
    .execute()

/** Deletes every row about a sitter elsewhere, in all imports. */
export const deleteRowsOf = (tx: Tx, externalId: string) =>
  tx
    .deleteFrom('import_row')
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'sitters'), eb('external_id', '=', externalId)]),
        eb('of_id', '=', externalId),
      ]),
    )
    .execute()

/** Finds the ids elsewhere under which somebody waits, by their addresses. */
export async function findIdsOfPerson(db: Db, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select distinct external_id from import_row
    where kind = 'sitters' and email = any(${emails}::text[])`.execute(db)
  return rows.map(({ external_id: id }) => id)
}

/** Deletes the rows that have become part of a profile. */
export const deleteRowsOfSitter = (tx: Tx, sitterId: string) =>
  tx.deleteFrom('import_row').where('sitter_id', '=', sitterId).execute()

/** Deletes imports made before a moment, with their rows; returns how many. */
export async function deleteBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('import').select('id').where('created_at', '<', before).limit(limit)
  const deleted = await tx.deleteFrom('import').where('id', 'in', old).returning('id').execute()
  return deleted.length
}

export type TownName = { name: string; country: string }

/** Finds the largest town of each name in its country. */
export async function findTowns(db: Db, towns: readonly TownName[]): Promise<(TownName & { id: number })[]> {
  const { rows } = await sql<TownName & { id: number }>`
    select distinct on (given.name, given.country) given.name, given.country, place.id
    from unnest(${towns.map(({ name }) => name)}::text[], ${towns.map(({ country }) => country)}::text[])
      as given (name, country)
    join place on lower(place.name) = lower(given.name) and place.country = given.country
    order by given.name, given.country, place.population desc`.execute(db)
  return rows
}
