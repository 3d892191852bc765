// Speaks the COPY messages of PostgreSQL through the driver's `Submittable`, because `pg` itself only answers them with
// an error. `backups.db.test.ts` fails if a new version of the driver calls other methods.
import type pg from 'pg'

/** What the driver calls on the statement in progress. */
type Statement = pg.Submittable & {
  handleCopyData: (message: { chunk: Buffer }, connection: pg.Connection) => void
  handleCopyInResponse: (connection: CopyConnection) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: () => void
  handleError: (error: Error) => void
}
/** Methods of the driver's connection that its types do not declare. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (message: string) => void
}

const ignore = () => undefined

const statement = (text: string, handlers: Omit<Statement, 'submit'>): Statement => ({
  submit: (connection) => connection.query(text),
  ...handlers,
})

/** Bytes that may wait for the reader before the server is slowed down. */
const mostWaiting = 2 ** 20

/**
 * Runs `COPY … TO STDOUT` and yields its rows as they arrive; the server always sends one row per message. Whoever stops
 * early has to close the connection.
 */
export async function* copyOut(client: pg.ClientBase, text: string): AsyncGenerator<Buffer[]> {
  let rows: Buffer[] = []
  let waiting = 0
  let ended = false
  let failure: Error | undefined
  let paused: pg.Connection | undefined
  let wake: () => void = ignore
  client.query(
    statement(text, {
      handleCopyData({ chunk }, connection) {
        // The driver reuses the memory of the chunk.
        rows.push(Buffer.from(chunk))
        waiting += chunk.length
        if (waiting > mostWaiting && !paused) {
          paused = connection
          connection.stream.pause()
        }
        wake()
      },
      handleCopyInResponse: (connection) => connection.sendCopyFail('This statement has no input'),
      handleCommandComplete: ignore,
      handleReadyForQuery() {
        ended = true
        wake()
      },
      handleError(error) {
        failure = error
        wake()
      },
    }),
  )
  for (;;) {
    if (rows.length > 0) {
      const batch = rows
      rows = []
      waiting = 0
      yield batch
    } else if (failure) throw failure
    else if (ended) return
    else {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      paused?.stream.resume()
      paused = undefined
      await woken
    }
  }
}

/** Runs `COPY … FROM STDIN` with the chunks, which may divide rows anywhere; returns the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let failure: Error | undefined
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of chunks) {
          if (failure) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await drained(connection)
        }
        if (!failure) connection.endCopyFrom()
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error))
        connection.sendCopyFail('The input could not be read')
      }
    }
    client.query(
      statement(text, {
        handleCopyData: ignore,
        handleCopyInResponse: (connection) => void send(connection),
        handleCommandComplete({ text }) {
          count = Number(/\d+$/.exec(text)?.[0] ?? 0)
        },
        handleReadyForQuery: () => (failure ? reject(failure) : resolve(count)),
        handleError(error) {
          failure ??= error
          reject(failure)
        },
      }),
    )
  })
}

const drained = ({ stream }: pg.Connection): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      stream.off('drain', end).off('close', end)
      resolve()
    }
    stream.once('drain', end).once('close', end)
  })
