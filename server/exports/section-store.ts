import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** The person whose data is copied; `sitterId` is null without a sitter profile. */
export type Subject = {
  accountId: string
  uid: string
  sitterId: string | null
  /** E-mail addresses that belong only to this person. */
  emails: readonly string[]
}

/** Rows of one table; only the named columns are read. */
export type Section = {
  /** Key in the JSON file, and the name of the CSV file. */
  name: string
  about: string
  table: string
  columns: readonly string[]
  /** Computed values; one named like a column replaces it. */
  computed: Readonly<Record<string, RawBuilder<unknown>>>
  whose: (subject: Subject) => RawBuilder<boolean>
  order: readonly string[]
}

/** One JSON file with its CSV files. */
export type CopyFile = { name: string; about: string; sections: readonly Section[] }

type ColumnOf<T extends keyof DB> = keyof DB[T] & string
type SectionSpec<T extends keyof DB> = {
  about: string
  columns: readonly ColumnOf<T>[]
  computed?: Section['computed']
  whose: Section['whose']
  order: readonly ColumnOf<T>[]
}

/** Builds a section; table and column names are checked against the schema at compile time. */
export const section = <T extends keyof DB>(
  name: string,
  table: T,
  { computed = {}, ...spec }: SectionSpec<T>,
): Section => ({ name, table, computed, ...spec })

/** Selects the rows whose column holds the account id. */
export const ofAccount =
  (column: string): Section['whose'] =>
  ({ accountId }) =>
    sql<boolean>`${sql.ref(column)} = ${accountId}::uuid`

/** Selects the rows whose column holds the sitter id. */
export const ofSitter =
  (column: string): Section['whose'] =>
  ({ sitterId }) =>
    sql<boolean>`${sql.ref(column)} = ${sitterId}::uuid`

export const ofSignIn =
  (column: string): Section['whose'] =>
  ({ uid }) =>
    sql<boolean>`${sql.ref(column)} = ${uid}`

/** Selects the person's bookings; a sitter's only if they were sent, because a draft is visible only to its owner. */
export const ownBookings = ({ accountId, sitterId }: Subject) => sql`
  select id from booking where owner_id = ${accountId}::uuid
    or (sitter_id = ${sitterId}::uuid and sent_at is not null)`

export const ofBooking =
  (column: string): Section['whose'] =>
  (subject) =>
    sql<boolean>`${sql.ref(column)} in (${ownBookings(subject)})`

export type CopiedRow = Record<string, unknown>

export async function findRows(
  db: Db,
  { table, columns, computed, whose, order }: Section,
  subject: Subject,
  { offset, limit }: { offset: number; limit: number },
): Promise<CopiedRow[]> {
  const plain = columns
    .filter((column) => !Object.hasOwn(computed, column))
    .map((column) => sql`${sql.ref(`copied.${column}`)}`)
  const made = Object.entries(computed).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const { rows } = await sql<CopiedRow>`
    select ${sql.join([...plain, ...made])} from ${sql.table(table)} as copied
    where ${whose(subject)}
    order by ${sql.join(order.map((column) => sql.ref(`copied.${column}`)))}
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Makes all later reads in this transaction see one snapshot. */
export const useSnapshot = (db: Db) =>
  sql`set transaction isolation level repeatable read, read only`.execute(db)
