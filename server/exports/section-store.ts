import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** Whose data are copied; a person without a sitter profile has no `sitterId`. */
export type Subject = {
  accountId: string
  uid: string
  sitterId: string | null
  /** Addresses that are this person's alone. */
  emails: readonly string[]
}

/** Rows of one table, of which only the named columns leave the database. */
export type Section = {
  /** In the JSON file; the CSV file is named after it. */
  name: string
  about: string
  table: string
  columns: readonly string[]
  /** What is worked out; one with the name of a column takes its place. */
  computed: Readonly<Record<string, RawBuilder<unknown>>>
  whose: (subject: Subject) => RawBuilder<boolean>
  order: readonly string[]
}

/** One JSON file and the CSV files beside it. */
export type CopyFile = { name: string; about: string; sections: readonly Section[] }

type ColumnOf<T extends keyof DB> = keyof DB[T] & string
type Told<T extends keyof DB> = {
  about: string
  columns: readonly ColumnOf<T>[]
  computed?: Section['computed']
  whose: Section['whose']
  order: readonly ColumnOf<T>[]
}

/** Tables and columns are those of the schema: another name does not compile. */
export const section = <T extends keyof DB>(
  name: string,
  table: T,
  { computed = {}, ...told }: Told<T>,
): Section => ({ name, table, computed, ...told })

/** The column holds the account. */
export const ofAccount =
  (column: string): Section['whose'] =>
  ({ accountId }) =>
    sql<boolean>`${sql.ref(column)} = ${accountId}::uuid`

/** The column holds the sitter profile. */
export const ofSitter =
  (column: string): Section['whose'] =>
  ({ sitterId }) =>
    sql<boolean>`${sql.ref(column)} = ${sitterId}::uuid`

export const ofSignIn =
  (column: string): Section['whose'] =>
  ({ uid }) =>
    sql<boolean>`${sql.ref(column)} = ${uid}`

/** The bookings that both sides have seen: what an owner has not sent is the owner's alone. */
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

/** All that is read after it in the transaction is of one moment. */
export const freezeMoment = (db: Db) =>
  sql`set transaction isolation level repeatable read, read only`.execute(db)
