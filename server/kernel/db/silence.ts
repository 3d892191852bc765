import type { Socket } from 'node:net'
import type pg from 'pg'

type Query = (first: unknown, ...rest: unknown[]) => unknown

/** The connections in a transaction that has changed its statement timeout. */
const lifted = new WeakSet<pg.ClientBase>()

/**
 * Closes a connection whose server has sent nothing for `ms` although a statement runs: a frozen machine or a broken
 * network, where the statement timeout, which only the server applies, does not help. The statement then fails as with
 * any lost connection.
 */
export function closeWhenSilent(client: pg.ClientBase, ms: number): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types leave it out
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection
  stream.setTimeout(ms)
  stream.on('timeout', () => {
    if (lifted.has(client) || isIdle(client)) return
    stream.destroy(new Error('Connection terminated: the database has not answered'))
  })
}

/**
 * Lets a transaction of this connection that changes its statement timeout take as long as that allows. Call it after
 * everything else that replaces `query`, because it reads the text of each statement.
 */
export function heedStatementTimeouts(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const noteTimeout = (first: unknown, ...rest: unknown[]) => {
    const text = textOf(first)
    if (/^\s*set local statement_timeout/.test(text)) lifted.add(client)
    else if (text === 'commit' || text === 'rollback') lifted.delete(client)
    return query(first, ...rest)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the driver's overloads, which no one function can declare
  client.query = noteTimeout as typeof client.query
}

const textOf = (first: unknown): string => {
  if (typeof first === 'string') return first
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : ''
}

/** The driver sets this when the server is ready for the next statement. */
const isIdle = (client: pg.ClientBase): boolean => 'readyForQuery' in client && client.readyForQuery === true
