import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { readCursor } from '#server/kernel/db/cursor.ts'

/** The types by which lists are sorted, as cursors contain their values. */
const types = {
  text: z.string().max(300),
  timestamptz: z.iso.datetime(),
  date: z.iso.date(),
  integer: z.int32(),
  bigint: z.int(),
}

type SortColumn<Row> = {
  column: string
  type: keyof typeof types
  of: (row: Row) => string | number | Date
}

/** What a list can be sorted by. The column must not be null; texts are compared without regard to case. */
export type SortKey<Row> = SortColumn<Row> & {
  /** The column that orders rows with equal values before their id does. */
  ties?: SortColumn<Row>
}

/** The order of a list, and the position at which its page begins. */
export type Order<Row> = {
  orderBy: RawBuilder<unknown>
  /** Selects the rows of this page and of those behind it. */
  isBehind: RawBuilder<boolean>
  /** The position of a row, for `cutPage`. */
  positionOf: (row: Row) => unknown
}

/**
 * Lets a list be sorted by each of the keys. The function gets the word of the query, which is the name of a key, with
 * "-" before it for the descending order; and the cursor, which is refused if it belongs to another order. `id` is the
 * column that orders rows with equal values.
 */
export const sortedBy =
  <Row extends { id: string }>(keys: Record<string, SortKey<Row>>, id: string) =>
  (word: string, cursor?: string): Order<Row> => {
    const descending = word.startsWith('-')
    const { ties, ...first } = keys[word.slice(descending ? 1 : 0)]!
    const columns: SortColumn<Row>[] = ties ? [first, ties] : [first]
    const Values = z.tuple([types[first.type], ...(ties ? [types[ties.type]] : [])])
    const after = readCursor(cursor, z.tuple([z.literal(word), Values, z.uuid()]))
    const compared = (type: SortColumn<Row>['type'], value: RawBuilder<unknown>) =>
      type === 'text' ? sql`lower(${value})` : value
    const parts = [...columns.map(({ type, column }) => compared(type, sql.ref(column))), sql.ref(id)]
    const valuesOf = (values: readonly unknown[]) =>
      columns.map(({ type }, index) => compared(type, sql`${values[index]}::${sql.raw(type)}`))
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const behind = sql.raw(descending ? '<' : '>')
    return {
      orderBy: sql.join(parts.map((part) => sql`${part} ${direction}`)),
      isBehind: after
        ? sql<boolean>`(${sql.join(parts)}) ${behind} (${sql.join([...valuesOf(after[1]), sql`${after[2]}::uuid`])})`
        : sql<boolean>`true`,
      positionOf: (row) => [word, columns.map(({ of }) => of(row)), row.id],
    }
  }
