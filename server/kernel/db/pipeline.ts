// Speaks PostgreSQL's extended query protocol through internals of the driver `pg`, to send several statements in one
// write with one `Sync`. The driver's own `pipeline` and the client `postgres` end each statement with a `Sync` and reach
// about 0.7 of its transactions per second (`npm run bench:pipeline`). `pipeline.db.test.ts` names every internal
// that is used here, and fails if a new version of the driver lacks one.
import pg from 'pg'

/**
 * A statement of a pipeline. Without a name it is planned for this execution only; without `resolve` its result is
 * ignored.
 */
export type Statement = {
  text: string
  values: readonly unknown[]
  name: string
  resolve?: (answer: Result) => void
  reject?: (error: Error) => void
}
export type Result = { command: string; rowCount: number | null; rows: unknown[] }

type Field = { name: string; dataTypeID: number }
type Column = { name: string; read: (text: string) => unknown }
type Shape = { columns: readonly Column[]; blank: Record<string, unknown> }
/** Result columns of the prepared statements of one connection. */
export type Shapes = Map<string, Shape>

/** Internal field of the driver's connection that its types do not declare. */
type Internals = pg.Connection & { parsedStatements: Record<string, string | undefined> }
type DriverUtils = { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the driver do not declare its `utils`
const { prepareValue } = (pg as unknown as DriverUtils).utils

/**
 * Returns a copy of the connection that buffers its messages, because one large write is cheaper than many small ones.
 */
function bufferedCopyOf(connection: pg.Connection): { writer: pg.Connection; messages: Buffer[] } {
  const messages: Buffer[] = []
  const stream = { writable: true, write: (message: Buffer) => messages.push(message) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it inherits everything else from the connection
  return { writer: Object.create(connection, { stream: { value: stream } }) as pg.Connection, messages }
}

/** Sends the statements with their values in one write, each prepared with its first use on this connection. */
function send(
  connection: pg.Connection,
  statements: readonly Statement[],
  values: readonly (string | Buffer | null)[][],
  shapes: Shapes,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Internals`
  const { parsedStatements: known } = connection as Internals
  const parsing = new Set<string>()
  const { writer, messages } = bufferedCopyOf(connection)
  for (const [index, { name, text }] of statements.entries()) {
    const isNew = name === '' || (known[name] === undefined && !parsing.has(name))
    if (isNew) writer.parse({ name, text, types: [] }, true)
    parsing.add(name)
    writer.bind({ statement: name, values: values[index]! }, true)
    if (name === '' || !shapes.has(name)) writer.describe({ type: 'P', name: '' }, true)
    writer.execute(null, true)
  }
  writer.sync()
  connection.stream.write(Buffer.concat(messages))
}

function shapeOf(client: pg.PoolClient, fields: readonly Field[]): Shape {
  const columns = fields.map(({ name, dataTypeID }): Column => ({
    name,
    read: client.getTypeParser(dataTypeID, 'text'),
  }))
  return { columns, blank: Object.fromEntries(columns.map(({ name }) => [name, null])) }
}

function rowOf({ columns, blank }: Shape, texts: readonly (string | null)[]): Record<string, unknown> {
  const row = { ...blank }
  for (let index = 0; index < columns.length; index++) {
    const { name, read } = columns[index]!
    const text = texts[index]!
    if (text !== null) row[name] = read(text)
  }
  return row
}

/**
 * Returns a query of the driver that sends several statements at once; each sees the effects of those before it. If one
 * fails, the later ones are not executed and fail with the same error.
 */
export function pipelineQuery(
  client: pg.PoolClient,
  statements: readonly Statement[],
  shapes: Shapes,
  onEnd: (error?: Error) => void,
): pg.Submittable {
  let current = 0
  const results: Result[] = []
  const result = (): Result => (results[current] ??= { command: '', rowCount: null, rows: [] })
  const settle = (end: number) => {
    for (const [index, { resolve }] of statements.slice(0, end).entries()) resolve?.(results[index]!)
  }
  const done = (command: string, rowCount: number | null) => {
    Object.assign(result(), { command, rowCount })
    const { name } = statements[current]!
    if (!shapes.has(name)) shapes.set(name, { columns: [], blank: {} })
    current++
  }
  const query = {
    // The driver records prepared statements under these.
    get name() {
      return statements[current]?.name ?? ''
    },
    get text() {
      return statements[current]?.text ?? ''
    },
    submit(connection: pg.Connection): unknown {
      let sent: (string | Buffer | null)[][]
      try {
        sent = statements.map(({ values }) => values.map(prepareValue))
      } catch (error) {
        return error
      }
      send(connection, statements, sent, shapes)
      return null
    },
    handleRowDescription({ fields }: { fields: Field[] }) {
      shapes.set(statements[current]!.name, shapeOf(client, fields))
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      result().rows.push(rowOf(shapes.get(statements[current]!.name)!, fields))
    },
    handleCommandComplete({ text }: { text: string }) {
      const [command, ...numbers] = text.split(' ')
      const count = numbers.at(-1)
      done(command!, count === undefined ? null : Number(count))
    },
    handleEmptyQuery: () => done('', null),
    handleError(error: Error) {
      // An error after the last statement means that all of them failed.
      const failed = current < statements.length ? current : 0
      settle(failed)
      for (const { reject } of statements.slice(failed)) reject?.(error)
      onEnd(error)
    },
    handleReadyForQuery() {
      settle(statements.length)
      onEnd()
    },
  }
  return query
}
