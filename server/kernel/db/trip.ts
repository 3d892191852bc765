import pg from 'pg'

/** A statement pipelined in one round trip. Without a name it is planned for this execution only. */
export type Asked = {
  text: string
  values: readonly unknown[]
  name: string
  resolve?: (answer: Answer) => void
  reject?: (error: Error) => void
}
export type Answer = { command: string; rowCount: number | null; rows: unknown[] }

type Field = { name: string; dataTypeID: number }
type Column = { name: string; read: (text: string) => unknown }
type Shape = { columns: readonly Column[]; blank: Record<string, unknown> }
/** Result columns of the prepared statements of one connection. */
export type Shapes = Map<string, Shape>

/** Internal field of the driver's connection that its types do not declare. */
type Wire = pg.Connection & { parsedStatements: Record<string, string | undefined> }
type Values = { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the driver do not declare its `utils`
const { prepareValue } = (pg as unknown as Values).utils

/**
 * Returns a copy of the connection that buffers its messages, because one large write is cheaper than many small ones.
 */
function penOf(connection: pg.Connection): { pen: pg.Connection; pages: Buffer[] } {
  const pages: Buffer[] = []
  const stream = { writable: true, write: (page: Buffer) => pages.push(page) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it inherits everything else from the connection
  return { pen: Object.create(connection, { stream: { value: stream } }) as pg.Connection, pages }
}

/** Sends the statements with their values in one write, each prepared with its first use on this connection. */
function send(
  connection: pg.Connection,
  asked: readonly Asked[],
  values: readonly (string | Buffer | null)[][],
  shapes: Shapes,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Wire`
  const { parsedStatements: known } = connection as Wire
  const parsing = new Set<string>()
  const { pen, pages } = penOf(connection)
  for (const [index, { name, text }] of asked.entries()) {
    const isNew = name === '' || (known[name] === undefined && !parsing.has(name))
    if (isNew) pen.parse({ name, text, types: [] }, true)
    parsing.add(name)
    pen.bind({ statement: name, values: values[index]! }, true)
    if (name === '' || !shapes.has(name)) pen.describe({ type: 'P', name: '' }, true)
    pen.execute(null, true)
  }
  pen.sync()
  connection.stream.write(Buffer.concat(pages))
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
 * Returns a query that sends several statements in one round trip; each sees the effects of those before it. If one
 * fails, the later ones are not executed and fail with the same error.
 */
export function tripOf(
  client: pg.PoolClient,
  asked: readonly Asked[],
  shapes: Shapes,
  onEnd: (error?: Error) => void,
): pg.Submittable {
  let place = 0
  const answers: Answer[] = []
  const answer = (): Answer => (answers[place] ??= { command: '', rowCount: null, rows: [] })
  const settle = (end: number) => {
    for (const [index, { resolve }] of asked.slice(0, end).entries()) resolve?.(answers[index]!)
  }
  const done = (command: string, rowCount: number | null) => {
    Object.assign(answer(), { command, rowCount })
    const { name } = asked[place]!
    if (!shapes.has(name)) shapes.set(name, { columns: [], blank: {} })
    place++
  }
  const trip = {
    // The driver records prepared statements under these.
    get name() {
      return asked[place]?.name ?? ''
    },
    get text() {
      return asked[place]?.text ?? ''
    },
    submit(connection: pg.Connection): unknown {
      let sent: (string | Buffer | null)[][]
      try {
        sent = asked.map(({ values }) => values.map(prepareValue))
      } catch (error) {
        return error
      }
      send(connection, asked, sent, shapes)
      return null
    },
    handleRowDescription({ fields }: { fields: Field[] }) {
      shapes.set(asked[place]!.name, shapeOf(client, fields))
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      answer().rows.push(rowOf(shapes.get(asked[place]!.name)!, fields))
    },
    handleCommandComplete({ text }: { text: string }) {
      const [command, ...numbers] = text.split(' ')
      const count = numbers.at(-1)
      done(command!, count === undefined ? null : Number(count))
    },
    handleEmptyQuery: () => done('', null),
    handleError(error: Error) {
      // An error after the last statement means that all of them failed.
      const failed = place < asked.length ? place : 0
      settle(failed)
      for (const { reject } of asked.slice(failed)) reject?.(error)
      onEnd(error)
    },
    handleReadyForQuery() {
      settle(asked.length)
      onEnd()
    },
  }
  return trip
}
