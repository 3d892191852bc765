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
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
).utils

/**
 * Returns a copy of the connection that buffers its messages, because one large write is cheaper than many small ones.
 */
function penOf(connection: pg.Connection): { pen: pg.Connection; pages: Buffer[] } {
  const pages: Buffer[] = []
  const stream = { writable: true, write: (page: Buffer) => pages.push(page) }
  return { pen: Object.create(connection, { stream: { value: stream } }) as pg.Connection, pages }
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
      const { parsedStatements: known } = connection as Wire
      const parsing = new Set<string>()
      const { pen, pages } = penOf(connection)
      for (const [index, { name, text }] of asked.entries()) {
        const isNew = name === '' || (known[name] === undefined && !parsing.has(name))
        if (isNew) pen.parse({ name, text, types: [] }, true)
        parsing.add(name)
        pen.bind({ statement: name, values: sent[index]! }, true)
        if (name === '' || !shapes.has(name)) pen.describe({ type: 'P', name: '' }, true)
        pen.execute(null, true)
      }
      pen.sync()
      connection.stream.write(Buffer.concat(pages))
      return null
    },
    handleRowDescription({ fields }: { fields: Field[] }) {
      const columns = fields.map(({ name, dataTypeID }) => ({
        name,
        read: client.getTypeParser(dataTypeID, 'text') as Column['read'],
      }))
      const blank = Object.fromEntries(columns.map(({ name }) => [name, null]))
      shapes.set(asked[place]!.name, { columns, blank })
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      const { columns, blank } = shapes.get(asked[place]!.name)!
      const row = { ...blank }
      for (let index = 0; index < columns.length; index++) {
        const { name, read } = columns[index]!
        const text = fields[index]!
        if (text !== null) row[name] = read(text)
      }
      answer().rows.push(row)
    },
    handleCommandComplete({ text }: { text: string }) {
      const [command, ...numbers] = text.split(' ')
      const count = numbers.at(-1)
      done(command!, count === undefined ? null : Number(count))
    },
    handleEmptyQuery() {
      done('', null)
    },
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
