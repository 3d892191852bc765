import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'

/** Stands in a statement for one of the values that each execution brings; may be used several times. */
export type ValueOf<Values> = (read: (values: Values) => unknown) => RawBuilder<unknown>

/**
 * Returns a function that executes a statement whose text is the same each time. It is built and compiled at the first
 * execution, because for a long statement both take longer than sending it. Whatever `build` inserts that is not a value
 * of the execution stays as it was at the first one.
 */
export function compileOnce<Values, Row>(
  build: (value: ValueOf<Values>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: Compiled<Values> | undefined
  return async (db, values) => {
    compiled ??= compile(db, build)
    const { text, reads } = compiled
    const parameters = reads.map((read) => read(values))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))
    return rows
  }
}

type Compiled<Values> = { text: string; reads: ((values: Values) => unknown)[] }

/** Gives a value that is used several times one parameter instead of one for each use. */
function compile<Values>(db: Db, build: (value: ValueOf<Values>) => RawBuilder<unknown>): Compiled<Values> {
  const readOf = new Map<unknown, (values: Values) => unknown>()
  const statement = build((read) => {
    const placeholder = {}
    readOf.set(placeholder, read)
    return sql.val(placeholder)
  })
  const { sql: text, parameters } = statement.compile(db)
  const distinct = [...new Set(parameters)]
  const numbers = parameters.map((parameter) => distinct.indexOf(parameter) + 1)
  return {
    text: text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${numbers[Number(number) - 1]}`),
    reads: distinct.map((parameter) => readOf.get(parameter) ?? (() => parameter)),
  }
}
