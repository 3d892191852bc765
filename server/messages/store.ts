import { type Selectable, sql, type Updateable } from 'kysely'
import {
  type Actor,
  type BookingStatus,
  type Party,
  runningStatuses,
  waitingStatuses,
} from '#contract/codes.ts'
import { type ThreadEvent, threadEvents } from '#contract/live/codes.ts'
import type { FacePhoto } from '#server/files/face.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** A conversation as one of its two accounts may read it. */
export type ConversationRow = Selectable<DB['conversation']> & {
  role: Party
  owner_name: string
  owner_face: FacePhoto | null
  owner_erased_at: Date | null
  sitter_account_id: string
  sitter_name: string
  sitter_face: FacePhoto | null
  sitter_erased_at: Date | null
  sitter_is_shown: boolean
  unread: number
  is_blocked_here: boolean
  is_blocked_there: boolean
  last_message_id: string | null
  booking_ids: string[]
}

const openStatuses: readonly BookingStatus[] = [...waitingStatuses, ...runningStatuses]
const mostBookings = 5

/** Restricts to conversations of the viewer; anybody else finds nothing. */
const ofViewer = (accountId: string) => sql`
  (conversation.owner_id = ${accountId}
    or conversation.sitter_id = (select id from sitter where account_id = ${accountId}))`

const readSeq = (accountId: string) =>
  sql`case when conversation.owner_id = ${accountId} then owner_read_seq else sitter_read_seq end`
const archivedSeq = (accountId: string) =>
  sql`case when conversation.owner_id = ${accountId} then owner_archived_seq else sitter_archived_seq end`
const isArchived = (accountId: string) =>
  sql`coalesce(${archivedSeq(accountId)} >= conversation.last_seq, false)`
const hasUnread = (accountId: string) => sql`exists (
  select from message where message.conversation_id = conversation.id
    and message.seq > ${readSeq(accountId)} and message.author_id <> ${accountId})`

const columns = (accountId: string) => sql`
  conversation.*,
  case when conversation.owner_id = ${accountId} then 'owner' else 'sitter' end as role,
  owner.name as owner_name, owner.erased_at as owner_erased_at,
  sitter.account_id as sitter_account_id, sitter.name as sitter_name, keeper.erased_at as sitter_erased_at,
  (select face.photo from face where face.account_id = owner.id limit 1) as owner_face,
  (select face.photo from face where face.account_id = keeper.id limit 1) as sitter_face,
  sitter.status = 'published' as sitter_is_shown,
  (select count(*)::int from message where message.conversation_id = conversation.id
    and message.seq > ${readSeq(accountId)} and message.author_id <> ${accountId}) as unread,
  exists (select from block where blocker_id = ${accountId}
    and blocked_id in (conversation.owner_id, sitter.account_id)) as is_blocked_here,
  exists (select from block where blocked_id = ${accountId}
    and blocker_id in (conversation.owner_id, sitter.account_id)) as is_blocked_there,
  (select id from message where message.conversation_id = conversation.id
    order by seq desc limit 1) as last_message_id,
  array(select booking.id from booking
    where booking.owner_id = conversation.owner_id and booking.sitter_id = conversation.sitter_id
      and booking.status in (${sql.join(openStatuses)}) and booking.sent_at is not null
    order by booking.updated_at desc, booking.id limit ${mostBookings}) as booking_ids`

const tables = sql`
  conversation
    join sitter on sitter.id = conversation.sitter_id
    join account as owner on owner.id = conversation.owner_id
    join account as keeper on keeper.id = sitter.account_id`

export async function findConversation(
  db: Db,
  id: string,
  accountId: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${columns(accountId)} from ${tables}
    where conversation.id = ${id} and ${ofViewer(accountId)}`.execute(db)
  return rows[0]
}

export type ListQuery = {
  accountId: string
  archived: boolean
  words: string | undefined
  after: { at: Date; id: string } | undefined
  limit: number
}

/** Searches the other person's name and the messages; `%` and `_` are matched literally. */
const matching = (accountId: string, words: string) => {
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(
    (case when conversation.owner_id = ${accountId} then sitter.name else owner.name end) ilike ${pattern}
    or exists (select from message where message.conversation_id = conversation.id and message.body ilike ${pattern}))`
}

export async function findConversations(
  db: Db,
  { accountId, archived, words, after, limit }: ListQuery,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select ${columns(accountId)} from ${tables}
    where ${ofViewer(accountId)} and conversation.last_seq > 0
      and ${words === undefined ? sql`${isArchived(accountId)} = ${archived}` : matching(accountId, words)}
      ${after ? sql`and (conversation.last_at, conversation.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by conversation.last_at desc, conversation.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts unread conversations; an archived one counts again as soon as it has a new message. */
export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation
    where ${ofViewer(accountId)} and not ${isArchived(accountId)} and ${hasUnread(accountId)}`.execute(db)
  return rows[0]!.count
}

export const findOfPair = (db: Db, ownerId: string, sitterId: string) =>
  db
    .selectFrom('conversation')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('sitter_id', '=', sitterId)
    .executeTakeFirst()

/** Finds the pair of a booking that this account may see. */
export const findPairOfBooking = (db: Db, bookingId: string, accountId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.owner_id', 'booking.sitter_id'])
    .where('booking.id', '=', bookingId)
    .where((where) =>
      where.or([
        where('booking.owner_id', '=', accountId),
        where.and([where('sitter.account_id', '=', accountId), where('booking.sent_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()

/** Inserts the conversation of a pair, or returns the existing one. */
export async function insertConversation(
  tx: Tx,
  pair: { ownerId: string; sitterId: string },
  { id, at }: { id: string; at: Date },
): Promise<string> {
  const row = await tx
    .insertInto('conversation')
    .values({ id, owner_id: pair.ownerId, sitter_id: pair.sitterId, last_at: at, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'sitter_id'])
        .doUpdateSet(({ ref }) => ({ created_at: ref('conversation.created_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Locks the conversation until the end of the transaction, so that message numbers are assigned in order and without
 * gaps.
 */
export async function lockConversation(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation where id = ${id} and ${ofViewer(accountId)} for no key update`.execute(tx)
  return rows.length > 0
}

export const saveConversation = (tx: Tx, id: string, changes: Updateable<DB['conversation']>) =>
  tx.updateTable('conversation').set(changes).where('id', '=', id).execute()

export type MessageRow = Selectable<DB['message']> & {
  event: ThreadEvent | null
  by: Actor | null
  event_text: string | null
}

/** Selects messages; a booking event comes with its text: the message of the request, a note, or the reason. */
const messages = sql`
  select message.*, event.event, event.by,
    case when event.from_status is null and event.event <> 'offer' then booking.message
      else coalesce(event.payload ->> 'note', event.payload ->> 'reason') end as event_text
  from message
    left join booking_event as event on event.booking_id = message.booking_id and event.idx = message.event_idx
    left join booking on booking.id = message.booking_id`

export type MessageRange = { before?: number | undefined; after?: number | undefined; limit: number }

/** Returns messages in order. The caller must have checked that the viewer may read the conversation. */
export async function findMessages(
  db: Db,
  conversationId: string,
  { before, after, limit }: MessageRange,
): Promise<MessageRow[]> {
  const isForward = after !== undefined
  const { rows } = await sql<MessageRow>`${messages}
    where message.conversation_id = ${conversationId}
      ${before === undefined ? sql`` : sql`and message.seq < ${before}`}
      ${isForward ? sql`and message.seq > ${after}` : sql``}
    order by message.seq ${isForward ? sql`asc` : sql`desc`} limit ${limit}`.execute(db)
  return isForward ? rows : rows.toReversed()
}

export async function findByIds(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`${messages} where message.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

export const findByClientId = (db: Db, authorId: string, clientId: string) =>
  db
    .selectFrom('message')
    .select(['id', 'conversation_id'])
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export type NewMessage = {
  id: string
  conversationId: string
  authorId: string
  clientId: string
  body: string
  at: Date
}

/** Inserts a message, which never counts as unread for its author. The conversation must be locked. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  await sql`
    with next as (
      update conversation set last_seq = last_seq + 1, last_at = ${message.at}
      where id = ${message.conversationId} returning last_seq
    )
    insert into message (id, conversation_id, seq, author_id, client_id, body, created_at)
    select ${message.id}, ${message.conversationId}, last_seq, ${message.authorId}, ${message.clientId}, ${message.body},
      ${message.at}::timestamptz
    from next`.execute(tx)
}

/** Appends the events of the booking that are not in the conversation yet; the conversation must be locked. */
export async function insertBookingEvents(
  tx: Tx,
  conversationId: string,
  bookingId: string,
): Promise<number> {
  const { rows } = await sql`
    with untold as (
      select event.* from booking_event as event
      where event.booking_id = ${bookingId} and event.event in (${sql.join([...threadEvents])})
        and not exists (select from message where message.booking_id = event.booking_id and message.event_idx = event.idx)
    ), counted as (
      select count(*)::int as count, max(at) as at from untold
    ), moved as (
      update conversation set last_seq = last_seq + counted.count, last_at = greatest(last_at, counted.at)
      from counted where conversation.id = ${conversationId} and counted.count > 0
      returning conversation.last_seq - counted.count as before
    )
    insert into message (id, conversation_id, seq, author_id, booking_id, event_idx, created_at)
    select gen_random_uuid(), ${conversationId}, moved.before + row_number() over (order by untold.idx),
      untold.account_id, untold.booking_id, untold.idx, untold.at
    from untold, moved
    returning id`.execute(tx)
  return rows.length
}

/** Finds the pair of a booking that was sent, and both accounts. */
export const findSentBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('sitter', 'sitter.id', 'booking.sitter_id')
    .select(['booking.owner_id', 'booking.sitter_id', 'booking.sent_at', 'sitter.account_id'])
    .where('booking.id', '=', bookingId)
    .where('booking.sent_at', 'is not', null)
    .executeTakeFirst()

/** Counts the sitters to whom an owner has written a first message since then, without a booking. */
export async function countFirstMessages(db: Db, ownerId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation
    where owner_id = ${ownerId} and exists (
      select from message where message.conversation_id = conversation.id and seq = 1
        and author_id = ${ownerId} and created_at > ${since} and booking_id is null)`.execute(db)
  return rows[0]!.count
}

/** Removes the text of a message; undefined unless it has one. */
export const removeText = (tx: Tx, id: string, at: Date) =>
  tx
    .updateTable('message')
    .set({ body: '', removed_at: at })
    .where('id', '=', id)
    .where('body', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
