import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LiveEvent } from '#contract/live/live.ts'
import { openChannel, notifyProcesses } from '#server/kernel/cache/changes.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Db, Tx, InTx } from '#server/kernel/db/db.ts'
import { deferred } from '#server/kernel/db/prepared.ts'

type PendingEvent = { account_id: string; topic: string; ids: object; told_at: string; text: string }
const pendingEvents = new WeakMap<object, PendingEvent[]>()

/**
 * Notifies the open browsers of these accounts of a change, after the commit of the caller's transaction. An event
 * carries no content: the client reads the data again, so nobody can see anything they may not. Identical events within
 * a transaction are sent once.
 */
export async function notifyLive(
  { db, now }: InTx<{ now: Clock }>,
  accountIds: readonly string[],
  { topic, ...ids }: LiveEvent,
): Promise<void> {
  const pending = pendingEvents.get(db)
  if (!pending) throw new Error('Live events can only be sent inside inTransaction.')
  const text = JSON.stringify([topic, ids])
  for (const account_id of new Set(accountIds))
    if (!pending.some((other) => other.account_id === account_id && other.text === text))
      pending.push({ account_id, topic, ids, told_at: now().toISOString(), text })
}

export const collectLiveEvents = (tx: object): void => void pendingEvents.set(tx, [])

/**
 * Writes the events; called by `inTransaction` immediately before the commit. The account's counter is increased here
 * and not earlier, in the order of the accounts: no other lock is taken while the row is locked, so deadlocks cannot
 * occur.
 */
export async function writePendingEvents(tx: Tx): Promise<void> {
  const pending = pendingEvents.get(tx) ?? []
  if (pending.length === 0) return
  await sql`${deferred}
    with told as (
      select * from rows from (
        jsonb_to_recordset(${JSON.stringify(pending)}::jsonb) as (account_id uuid, topic text, ids jsonb, told_at timestamptz)
      ) with ordinality as given (account_id, topic, ids, told_at, place)
    ), numbered as (
      insert into live_account as known (account_id, last_seq)
      select account_id, count(*) from told group by account_id order by account_id
      on conflict (account_id) do update set last_seq = known.last_seq + excluded.last_seq
      returning account_id, last_seq
    )
    insert into live_event (account_id, seq, topic, ids, told_at)
    select account_id,
      last_seq - count(*) over (partition by account_id)
        + row_number() over (partition by account_id order by place),
      topic, ids, told_at
    from told join numbered using (account_id)`.execute(tx)
}

/** Called by `inTransaction` after its commit. */
export function wakeStreamsAfterCommit(tx: object): void {
  const pending = pendingEvents.get(tx) ?? []
  if (pending.length === 0) return
  const accountIds = [...new Set(pending.map(({ account_id }) => account_id))]
  wake(accountIds)
  for (const id of accountIds) unannouncedAccounts.add(id)
  if (!isAnnouncing) void announceToProcesses()
}

/** Receives the accounts with new events; without a list, any account may have some. */
type Waker = (accountIds?: readonly string[]) => void
const wakers = new Set<Waker>()
const wake: Waker = (accountIds) => wakers.forEach((waker) => waker(accountIds))

export function onNewEvents(waker: Waker): () => void {
  wakers.add(waker)
  return () => void wakers.delete(waker)
}

const channel = 'sitwell_live'
/** Identifies this process, because it receives its own notifications, too. */
const ownProcessId = randomUUID()
const idsPerNotification = 200
const unannouncedAccounts = new Set<string>()
let isAnnouncing = false

openChannel({
  name: channel,
  receive(payload) {
    const [from, ids = ''] = payload.split(' ')
    if (from !== ownProcessId) wake(ids.split(','))
  },
  onReconnect: () => wake(),
})

/**
 * Notifies other processes after the commit and not in it, because commits that notify wait for each other. If a
 * notification is lost, periodic polling finds the event.
 */
async function announceToProcesses(): Promise<void> {
  isAnnouncing = true
  while (unannouncedAccounts.size > 0) {
    const ids = [...unannouncedAccounts]
    unannouncedAccounts.clear()
    const payloads = Array.from(
      { length: Math.ceil(ids.length / idsPerNotification) },
      (_, index) =>
        `${ownProcessId} ${ids.slice(index * idsPerNotification, (index + 1) * idsPerNotification).join(',')}`,
    )
    await notifyProcesses(channel, payloads)
  }
  isAnnouncing = false
}

export type Position = { accountId: string; seq: number }
export type NumberedEvent = Position & { event: LiveEvent }

type EventRow = {
  account_id: string
  seq: string
  topic: LiveEvent['topic']
  ids: Record<string, string | number | boolean | null>
}

/** Maximum number of events of one account read at a time. */
export const eventsPerRead = 200

/** Returns the events of each account after its position, in order. */
export async function readEventsAfter(db: Db, positions: readonly Position[]): Promise<NumberedEvent[]> {
  const { rows } = await sql<EventRow>`
    select event.account_id, event.seq, event.topic, event.ids
    from unnest(${positions.map(({ accountId }) => accountId)}::uuid[], ${positions.map(({ seq }) => seq)}::bigint[])
        as asked (account_id, seq),
      lateral (
        select * from live_event
        where live_event.account_id = asked.account_id and live_event.seq > asked.seq
        order by live_event.seq limit ${eventsPerRead}
      ) as event
    order by event.account_id, event.seq`.execute(db)
  return rows.map(({ account_id, seq, topic, ids }) => ({
    accountId: account_id,
    seq: Number(seq),
    event: { topic, ...ids },
  }))
}

/** Returns the accounts that have events after their position. */
export async function readAccountsBehind(db: Db, positions: readonly Position[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select known.account_id
    from unnest(${positions.map(({ accountId }) => accountId)}::uuid[], ${positions.map(({ seq }) => seq)}::bigint[])
        as asked (account_id, seq)
      join live_account as known using (account_id)
    where known.last_seq > asked.seq`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

/** Returns the numbers of the account's last event and of the oldest stored one. */
export async function readSeqBounds(
  db: Db,
  accountId: string,
): Promise<{ last: number; oldest: number | null }> {
  const { rows } = await sql<{ last: string; oldest: string | null }>`
    select last_seq as last,
      (select min(seq) from live_event where live_event.account_id = live_account.account_id) as oldest
    from live_account where account_id = ${accountId}`.execute(db)
  const [row] = rows
  return { last: Number(row?.last ?? 0), oldest: row?.oldest ? Number(row.oldest) : null }
}

/** Deletes events that are too old for any client to resume from. */
export const sweepLiveEvents = (tx: Tx, before: Date) =>
  tx.deleteFrom('live_event').where('told_at', '<', before).execute()
