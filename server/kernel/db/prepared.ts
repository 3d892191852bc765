import { sql } from 'kysely'
import type pg from 'pg'
import { type Answer, type Asked, type Shapes, tripOf } from '#server/kernel/db/trip.ts'

const oftenMark = '/* asked with every request */'
/** In front of a statement that is prepared outside of transactions, too. */
export const askedOften = sql.raw(oftenMark)

const alongMark = '/* goes along */'
/**
 * In front of what a transaction writes and nobody waits for: it travels with the next statement, at the latest with the
 * commit, which fail with it.
 */
export const goesAlong = sql.raw(alongMark)

/** Texts that differ each time must not fill a connection. */
const kept = 200

/** Of one connection: the name of a text, undefined once it holds as many as it may. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= kept) return known
    const name = `statement_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

type Question = { text: string; values?: readonly unknown[]; name?: string }
type Query = (question: unknown, ...rest: unknown[]) => unknown

const nothingDone = (command: string): Promise<Answer> =>
  Promise.resolve({ command, rowCount: null, rows: [] })
const isScript = (text: string) => /;\s*\S/.test(text)

/**
 * Every statement with parameters that runs in a transaction becomes a prepared one, and the marked ones everywhere:
 * planning them costs more than running them. And each way to the database costs as much as a small statement, so what is
 * asked in one moment (`Promise.all`) goes together, in its order, and a transaction begins with its first statement.
 */
export function prepareInTransactions(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const shapes: Shapes = new Map()
  const nameOf = namesOfStatements()
  let waiting: Asked[] = []
  let isOpen = false
  /** The database has heard that the transaction begins. */
  let hasBegun = false
  let isUnderway = false
  /** After a migration the plans of before are no longer used. */
  let generation = 0

  const leave = () => {
    if (isUnderway || !waiting.some(({ resolve }) => resolve)) return
    const asked = waiting
    waiting = []
    isUnderway = true
    hasBegun = true
    const trip = tripOf(client, asked, shapes, (error) => {
      isUnderway = false
      if (isOutdatedPlan(error)) generation++
      leave()
    })
    query(trip)
  }
  const travel = (text: string, values: readonly unknown[] = [], name = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ text, values, name, resolve, reject })
      process.nextTick(leave)
    })

  const begin = (text: string): Promise<Answer> => {
    isOpen = true
    hasBegun = false
    waiting.push({ text, values: [], name: text })
    return nothingDone('BEGIN')
  }
  const end = (text: string): Promise<Answer> => {
    const isEmpty = !hasBegun && (text === 'rollback' || waiting.length === 1)
    if (isEmpty || text === 'rollback') abandon()
    isOpen = false
    return isEmpty ? nothingDone(text.toUpperCase()) : travel(text, [], text)
  }
  const abandon = () => {
    for (const { reject } of waiting) reject?.(new Error('The transaction was rolled back.'))
    waiting = []
  }

  const ask = (question: Question): Promise<Answer> => {
    const { text, values = [], name = values.length > 0 ? nameOf(text) : undefined } = question
    if (isOpen && text.startsWith(alongMark)) {
      waiting.push({ text, values, name: nameNow(name) })
      return nothingDone('')
    }
    return travel(text, values, nameNow(name))
  }
  const nameNow = (name: string | undefined) => (name === undefined ? '' : `${name}_${generation}`)

  const askAgain = (question: Question) =>
    ask(question).catch((error: unknown) => {
      // Within a transaction nothing more can be asked; whoever opened it begins again.
      if (isOpen || !isOutdatedPlan(error)) throw error
      return ask(question)
    })

  client.query = ((first: unknown, values?: readonly unknown[], ...rest: unknown[]) => {
    const question = questionOf(first, values)
    if (!question) return query(first, values, ...rest)
    const { text } = question
    if (/^(begin|start transaction)/.test(text)) return begin(text)
    if (text === 'commit' || text === 'rollback') return end(text)
    if (!isOpen) return text.startsWith(oftenMark) ? askAgain(question) : query(first, values, ...rest)
    const isPlain = question.values === undefined || question.values.length === 0
    return isPlain && isScript(text) ? travel('').then(() => query(text)) : ask(question)
  }) as typeof client.query
}

/** Undefined for what the driver brings ready made. */
const questionOf = (first: unknown, values?: readonly unknown[]): Question | undefined => {
  if (typeof first === 'string') return { text: first, ...(values ? { values } : {}) }
  return typeof first === 'object' && first !== null && 'text' in first ? (first as Question) : undefined
}

/** A migration has changed what a prepared statement answers; made anew it works. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
