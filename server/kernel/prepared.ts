import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* asked with every request */'
/** In front of a statement that is prepared outside of transactions, too. */
export const askedOften = sql.raw(mark)

/** Texts that differ each time must not fill a connection. */
const kept = 200
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= kept) return known
  const name = `statement_${names.size + 1}`
  names.set(text, name)
  return name
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/**
 * Every statement with parameters that runs in a transaction becomes a prepared one, and the marked ones everywhere:
 * planning them costs more than running them.
 */
export function prepareInTransactions(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  let isOpen = false
  /** After a migration the plans of before are no longer used. */
  let generation = 0
  const prepared: Query = (text, values, ...rest) => {
    if (typeof text !== 'string') return query(text, values, ...rest)
    if (/^(begin|start transaction)/.test(text)) isOpen = true
    if (/^(commit|rollback)$/.test(text)) isOpen = false
    const isKept = (isOpen || text.startsWith(mark)) && Array.isArray(values) && values.length > 0
    const name = isKept ? nameOf(text) : undefined
    if (name === undefined) return query(text, values, ...rest)
    const isAlone = !isOpen
    const answer = query({ name: `${name}_${generation}`, text, values }, ...rest)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (!isOutdatedPlan(error)) throw error
      generation++
      // Within a transaction nothing more can be asked; whoever opened it begins again.
      if (isAlone) return query(text, values, ...rest)
      throw error
    })
  }
  client.query = prepared as typeof client.query
}

/** A migration has changed what a prepared statement answers; made anew it works. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
