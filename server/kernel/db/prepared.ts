import { sql } from 'kysely'
import type pg from 'pg'
import { pipelineQuery, type Result, type Shapes, type Statement } from '#server/kernel/db/pipeline.ts'

const frequentMark = '/* frequent */'
/** Prefix of a statement that is also prepared outside of transactions. */
export const frequent = sql.raw(frequentMark)

const deferredMark = '/* deferred */'
/**
 * Prefix of a write within a transaction whose result is not needed. It is sent with the next statement, or at the
 * latest with the commit; if it fails, these fail too.
 */
export const deferred = sql.raw(deferredMark)

/** Maximum number of prepared statements per connection, so that texts that differ each time cannot fill it. */
const maxStatements = 200

/** Returns a function that names the statements of one connection; undefined once the maximum is reached. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxStatements) return known
    const name = `statement_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

type QueryConfig = { text: string; values?: readonly unknown[]; name?: string }
type Query = (config: unknown, ...rest: unknown[]) => unknown
type Pipeline = ReturnType<typeof openPipeline>

const emptyResult = (command: string): Promise<Result> =>
  Promise.resolve({ command, rowCount: null, rows: [] })
const isScript = (text: string) => /;\s*\S/.test(text)

/**
 * Pipelines the statements of one connection that are issued in the same tick (`Promise.all`), in their order, because
 * a round trip costs as much as a small statement.
 */
function openPipeline(client: pg.PoolClient, query: Query) {
  const shapes: Shapes = new Map()
  const nameOf = namesOfStatements()
  let waiting: Statement[] = []
  let isRunning = false
  /** Part of the statement names, increased when a plan is outdated, for example after a migration. */
  let generation = 0

  const flush = () => {
    if (isRunning || !waiting.some(({ resolve }) => resolve)) return
    const statements = waiting
    waiting = []
    isRunning = true
    pipeline.hasSent = true
    const pipelined = pipelineQuery(client, statements, shapes, (error) => {
      isRunning = false
      if (isOutdatedPlan(error)) generation++
      flush()
    })
    query(pipelined)
  }
  const pipeline = {
    /** Statements have been sent since the last `begin`; the caller resets it. */
    hasSent: false,
    waiting: () => waiting.length,
    send: (text: string, values: readonly unknown[] = [], name = ''): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ text, values, name, resolve, reject })
        process.nextTick(flush)
      }),
    /** Adds a statement that is sent with the next one; nothing waits for its result. */
    defer(text: string, values: readonly unknown[], name: string): void {
      waiting.push({ text, values, name })
    },
    rejectWaiting(): void {
      for (const { reject } of waiting) reject?.(new Error('The transaction was rolled back.'))
      waiting = []
    },
    /** Returns the name of a prepared statement; empty if it is not to be prepared. */
    preparedName({
      text,
      values = [],
      name = values.length > 0 ? nameOf(text) : undefined,
    }: QueryConfig): string {
      return name === undefined ? '' : `${name}_${generation}`
    },
  }
  return pipeline
}

/**
 * Begins and ends the transactions of one connection. `begin` is sent with the first statement, so a transaction without
 * statements costs no round trip.
 */
function openTransactions(pipeline: Pipeline) {
  let isOpen = false
  return {
    isOpen: () => isOpen,
    begin(text: string): Promise<Result> {
      isOpen = true
      pipeline.hasSent = false
      pipeline.defer(text, [], text)
      return emptyResult('BEGIN')
    },
    end(text: string): Promise<Result> {
      const isEmpty = !pipeline.hasSent && (text === 'rollback' || pipeline.waiting() === 1)
      if (isEmpty || text === 'rollback') pipeline.rejectWaiting()
      isOpen = false
      return isEmpty ? emptyResult(text.toUpperCase()) : pipeline.send(text, [], text)
    },
  }
}

/**
 * Prepares every statement with parameters that runs in a transaction, and the marked ones everywhere, because planning
 * costs more than execution. Statements that are issued in the same tick are pipelined, and `begin` is sent with the
 * first statement of the transaction.
 */
export function prepareInTransactions(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const pipeline = openPipeline(client, query)
  const { isOpen, begin, end } = openTransactions(pipeline)

  const execute = (config: QueryConfig): Promise<Result> => {
    const { text, values = [] } = config
    const name = pipeline.preparedName(config)
    if (!isOpen() || !text.startsWith(deferredMark)) return pipeline.send(text, values, name)
    pipeline.defer(text, values, name)
    return emptyResult('')
  }

  const executeWithRetry = (config: QueryConfig) =>
    execute(config).catch((error: unknown) => {
      // After an error the transaction accepts no further statements; `inTransaction` retries as a whole.
      if (isOpen() || !isOutdatedPlan(error)) throw error
      return execute(config)
    })

  const interceptQuery = (first: unknown, values?: readonly unknown[], ...rest: unknown[]) => {
    const config = queryConfigOf(first, values)
    if (!config) return query(first, values, ...rest)
    const { text } = config
    if (/^(begin|start transaction)/.test(text)) return begin(text)
    if (text === 'commit' || text === 'rollback') return end(text)
    if (!isOpen())
      return text.startsWith(frequentMark) ? executeWithRetry(config) : query(first, values, ...rest)
    const isPlain = config.values === undefined || config.values.length === 0
    return isPlain && isScript(text) ? pipeline.send('').then(() => query(text)) : execute(config)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the driver's overloads, which no one function can declare
  client.query = interceptQuery as typeof client.query
}

/** Returns undefined for query objects of the driver. */
const queryConfigOf = (first: unknown, values?: readonly unknown[]): QueryConfig | undefined => {
  if (typeof first === 'string') return { text: first, ...(values ? { values } : {}) }
  return isQueryConfig(first) ? first : undefined
}

const isQueryConfig = (first: unknown): first is QueryConfig =>
  typeof first === 'object' &&
  first !== null &&
  'text' in first &&
  typeof first.text === 'string' &&
  (!('values' in first) || first.values === undefined || Array.isArray(first.values)) &&
  (!('name' in first) || first.name === undefined || typeof first.name === 'string')

/** Returns true if a migration has changed the result type of a prepared statement; preparing it again helps. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
