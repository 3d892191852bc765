import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from '#server/kernel/db/db.ts'
import { pipelineQuery, type Result, type Shapes } from '#server/kernel/db/pipeline.ts'
import { createTestDb } from '#test/db.ts'

async function connect(): Promise<pg.PoolClient> {
  const { url, drop } = await createTestDb()
  let opened: pg.PoolClient | undefined
  const db = openDb(url, { max: 1, onConnect: (client) => (opened = client) })
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await sql`select 1`.execute(db)
  return opened!
}

/** Returns a field that the driver's types do not declare. */
const fieldOf = (owner: object, name: string): object => {
  const value: unknown = Reflect.get(owner, name)
  if (typeof value !== 'object' || value === null) throw new Error(`The driver has no ${name} any more`)
  return value
}
const isWritable = (stream: object): stream is { write: (bytes: Buffer) => boolean } =>
  'write' in stream && typeof stream.write === 'function'

const method = expect.any(Function)

test('the driver has every internal that the pipeline uses', async () => {
  const connection = fieldOf(await connect(), 'connection')
  expect(pg).toMatchObject({ utils: { prepareValue: method } })
  for (const name of ['parse', 'bind', 'describe', 'execute', 'sync'])
    expect(Reflect.get(connection, name), name).toEqual(method)
  expect(connection).toMatchObject({ parsedStatements: {}, stream: { write: method } })
})

test('the statements of a pipeline leave in one write, and the driver records which are prepared', async () => {
  const client = await connect()
  const connection = fieldOf(client, 'connection')
  const stream = fieldOf(connection, 'stream')
  if (!isWritable(stream)) throw new Error('The stream of the driver cannot be written')
  const write = vi.spyOn(stream, 'write')
  const shapes: Shapes = new Map()
  const results = await new Promise<Result[]>((resolve, reject) => {
    const found: Result[] = []
    const statements = ['one', 'two'].map((word) => ({
      text: 'select $1::text as word',
      values: [word],
      name: `word_${word}`,
      resolve: (result: Result) => found.push(result),
      reject,
    }))
    client.query(pipelineQuery(client, statements, shapes, () => resolve(found)))
  })
  expect(results.map(({ rows }) => rows)).toEqual([[{ word: 'one' }], [{ word: 'two' }]])
  expect(write).toHaveBeenCalledTimes(1)
  expect(connection).toMatchObject({
    parsedStatements: { word_one: 'select $1::text as word', word_two: 'select $1::text as word' },
  })
  expect([...shapes.keys()]).toEqual(['word_one', 'word_two'])
})
