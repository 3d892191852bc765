import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '#server/kernel/db/db.ts'
import { deferred } from '#server/kernel/db/prepared.ts'
import type { Log } from '#server/kernel/log.ts'
import { logCause } from '#server/kernel/log-cause.ts'

const topics = ['look', 'content', 'announcements', 'settings', 'sitter', 'holidays'] as const
/**
 * Subjects of which processes cache data; `sitter` covers everything shown about a sitter, including reviews and
 * calendar.
 */
export type Topic = (typeof topics)[number]

/**
 * Receives the id of the changed record; without an id, any record of the topic may have changed. A listener that has
 * to read something returns a promise, which must not be rejected.
 */
type Listener = (id: string | undefined) => unknown

const changes = 'sitwell_changes'
/** By topic. Another process may be of a newer release and announce further topics, so the keys are not `Topic`. */
const listeners = new Map<string, Set<Listener>>()
const announced = new WeakMap<object, Set<string>>()

/**
 * Tells every server process, after the commit of the transaction, that its cached data of this subject is outdated; in
 * this process the listeners have ended before `inTransaction` returns. Commits with announcements wait for each other, so
 * commands on bookings do not announce.
 */
export async function announce(tx: Tx, topic: Topic, id?: string): Promise<void> {
  const change = id === undefined ? topic : `${topic} ${id}`
  const announcedChanges = announced.get(tx)
  if (announcedChanges?.has(change)) return
  if (announcedChanges) announcedChanges.add(change)
  else announced.set(tx, new Set([change]))
  await sql`${deferred} select pg_notify(${changes}, ${change})`.execute(tx)
}

/**
 * Registers a listener that drops cached data; it may be called more often than necessary, never less. Returns a
 * function that removes it.
 */
export function onChange(topic: Topic, listener: Listener): () => void {
  const topicListeners = listeners.get(topic) ?? new Set()
  listeners.set(topic, topicListeners.add(listener))
  return () => void topicListeners.delete(listener)
}

/** Called by `inTransaction` after its commit. */
export async function notifyAfterCommit(tx: object): Promise<void> {
  for (const change of announced.get(tx) ?? []) await notifyListeners(change)
}

/** Runs the listeners one after the other, in the order in which they were registered. */
export async function notifyListeners(change: string): Promise<void> {
  const [topic = '', id] = change.split(' ')
  for (const listener of listeners.get(topic) ?? []) await listener(id)
}

/** A NOTIFY channel on the shared connection; `onReconnect` is called if notifications may have been missed. */
export type Channel = { name: string; receive: (payload: string) => void; onReconnect: () => void }

const channels: Channel[] = [
  {
    name: changes,
    receive: (change) => void notifyListeners(change),
    onReconnect: () => topics.forEach((topic) => void notifyListeners(topic)),
  },
]
export const openChannel = (channel: Channel): void => void channels.push(channel)

/** Notifies the other processes at once, outside of any transaction; returns false if there is no connection. */
export async function notifyProcesses(channel: string, payloads: readonly string[]): Promise<boolean> {
  const [connection] = connected
  if (!connection) return false
  try {
    await connection.client.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
      channel,
      payloads,
    ])
    return true
  } catch (error) {
    logCause(connection.log, 'warn', { err: error }, 'other processes were not told')
    return false
  }
}

const connected = new Set<{ client: pg.Client; log: Log }>()
const reconnectMs = 1_000

/**
 * Listens for other processes' changes on a connection of its own. It must lead to the primary database and not through
 * a transaction pooler. Notifications are missed while the connection is lost, so everything counts as changed once it
 * is back.
 */
export async function listenForChanges(url: string, log: Log): Promise<{ stop: () => Promise<void> }> {
  let isStopped = false
  let connection: { client: pg.Client; log: Log } | undefined
  let timer: NodeJS.Timeout | undefined

  function handleDisconnect(error?: unknown): void {
    if (connection) connected.delete(connection)
    connection = undefined
    if (isStopped) return
    logCause(log, 'warn', { err: error }, 'changes of other processes are not heard')
    timer = setTimeout(() => void reconnect(), reconnectMs)
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
    } catch (error) {
      handleDisconnect(error)
    }
  }

  async function connect(): Promise<void> {
    const newClient = new pg.Client({ connectionString: url, keepAlive: true })
    const end = (error?: Error) => {
      if (connection?.client === newClient) handleDisconnect(error)
    }
    newClient.on('error', end)
    newClient.on('end', () => end())
    newClient.on('notification', ({ channel, payload = '' }) => {
      for (const { name, receive } of channels) if (name === channel) receive(payload)
    })
    try {
      await newClient.connect()
      await newClient.query(channels.map(({ name }) => `listen ${name}`).join('; '))
    } catch (error) {
      await newClient.end()
      throw error
    }
    if (isStopped) return newClient.end()
    connection = { client: newClient, log }
    connected.add(connection)
    for (const { onReconnect } of channels) onReconnect()
  }

  await connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (connection) connected.delete(connection)
      await connection?.client.end()
    },
  }
}
