import type { z } from 'zod'
import type { Conversation, listConversations, Message, sendMessage as sending } from '#contract/messages.ts'
import { requireConsent } from '#server/accounts/consent-commands.ts'
import { requireVerifiedAddress } from '#server/accounts/verified-address.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import { attachFiles, photosOf, removeFilesOf } from '#server/files/commands.ts'
import { addHours } from '#server/kernel/day.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { type Db, type InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { messageLetter } from '#server/messages/mails.ts'
import * as store from '#server/messages/store.ts'
import { otherOf, viewConversation, viewMessage } from '#server/messages/view.ts'
import { notify, readNoticesOf } from '#server/notices/commands.ts'
import { currentSettings, requireOpen } from '#server/settings/commands.ts'
import { requireVisibleSitter } from '#server/sitters/commands.ts'

async function viewMessages(deps: Deps, rows: readonly store.MessageRow[], accountId: string) {
  const written = rows.filter(({ body }) => body !== null).map(({ id }) => id)
  const photos = await photosOf(deps, 'message', written)
  return rows.map((row) => viewMessage(row, accountId, photos))
}

async function viewRows(deps: Deps, rows: readonly store.ConversationRow[], accountId: string) {
  const lastMessages = await store.findByIds(
    deps.db,
    rows.flatMap(({ last_message_id: id }) => id ?? []),
  )
  const messages = new Map((await viewMessages(deps, lastMessages, accountId)).map((one) => [one.id, one]))
  return rows.map((row) => viewConversation(row, messages.get(row.last_message_id ?? '') ?? null))
}

export async function readConversation(deps: Deps, { accountId }: Viewer, id: string): Promise<Conversation> {
  const row = await store.findConversation(deps.db, id, accountId)
  if (!row) throw new Problem('conversation-not-found')
  return (await viewRows(deps, [row], accountId))[0]!
}

type ConversationQuery = z.output<(typeof listConversations)['query']>

/** Lists the viewer's own conversations, paginated; the cursor is the position of the last one. */
export async function listOwn(
  deps: Deps,
  { accountId }: Viewer,
  { archived, q, cursor, limit }: ConversationQuery,
) {
  const after = readListPosition(cursor)
  const rows = await store.findConversations(deps.db, {
    accountId,
    archived,
    words: q || undefined,
    after,
    limit: limit + 1,
  })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.last_at, last.id])
  return {
    items: await viewRows(deps, shown, accountId),
    nextCursor,
  }
}

export const countUnread = async ({ db }: Deps, { accountId }: Viewer) => ({
  conversations: await store.countUnread(db, accountId),
})

export async function listMessages(
  deps: Deps,
  { accountId }: Viewer,
  id: string,
  { before, after, limit }: store.MessageRange,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  if (!(await store.findConversation(deps.db, id, accountId))) throw new Problem('conversation-not-found')
  const rows = await store.findMessages(deps.db, id, { before, after, limit: limit + 1 })
  const shown = after === undefined ? rows.slice(-limit) : rows.slice(0, limit)
  const edge = after === undefined ? shown[0] : shown.at(-1)
  return {
    items: await viewMessages(deps, shown, accountId),
    nextCursor: rows.length > limit && edge ? String(edge.seq) : null,
  }
}

/** Begins a conversation. With a sitter only an owner can begin; with a booking either side can. */
export function beginConversation(
  deps: Deps,
  viewer: Viewer,
  target: { sitterId: string } | { bookingId: string },
): Promise<Conversation> {
  return ensureTransaction(deps, async (deps) => {
    const { ownerId, sitterId } =
      'sitterId' in target
        ? await pairWithSitter(deps.db, viewer, target.sitterId)
        : await pairOfBooking(deps.db, viewer, target.bookingId)
    const known = await store.findOfPair(deps.db, ownerId, sitterId)
    const at = deps.now()
    const id =
      known?.id ?? (await store.insertConversation(deps.db, { ownerId, sitterId }, { id: newId(at), at }))
    return readConversation(deps, viewer, id)
  })
}

/** An existing conversation can be continued even if the sitter's profile is no longer visible. */
async function pairWithSitter(db: Db, viewer: Viewer, sitterId: string) {
  const pair = { ownerId: viewer.accountId, sitterId }
  const known = await store.findOfPair(db, viewer.accountId, sitterId)
  if (known) return pair
  const sitter = await requireVisibleSitter(db, sitterId, viewer)
  if (sitter.account_id === viewer.accountId)
    throw new Problem('sitter-own', { detail: 'This is your own profile.' })
  return pair
}

async function pairOfBooking(db: Db, { accountId }: Viewer, bookingId: string) {
  const pair = await store.findPairOfBooking(db, bookingId, accountId)
  if (!pair) throw new Problem('booking-not-found')
  return { ownerId: pair.owner_id, sitterId: pair.sitter_id }
}

type Sending = z.output<(typeof sending)['body']>

/** Sends a message. Idempotent by the client's id: the lock on the conversation serialises concurrent attempts. */
export function sendMessage(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  { clientId, text, photoIds }: Sending,
): Promise<{ message: Message; isNew: boolean }> {
  const { accountId } = viewer
  return ensureTransaction(deps, async (deps) => {
    if (!(await store.lockConversation(deps.db, conversationId, accountId)))
      throw new Problem('conversation-not-found')
    const known = await store.findByClientId(deps.db, accountId, clientId)
    if (known) {
      if (known.conversation_id !== conversationId) throw new Problem('conversation-not-found')
      return { message: await messageOf(deps, viewer, known.id), isNew: false }
    }
    const row = (await store.findConversation(deps.db, conversationId, accountId))!
    await refuseWriting(deps, viewer, row)
    const at = deps.now()
    const id = newId(at)
    await store.insertMessage(deps.db, { id, conversationId, authorId: accountId, clientId, body: text, at })
    await attachFiles(deps, viewer, { fileIds: photoIds, kind: 'message', subjectId: id })
    const message = await messageOf(deps, viewer, id)
    const other = otherOf(row)
    await notifyLive(deps, [accountId, other.id], { topic: 'message', conversationId, seq: message.seq })
    const from = row.role === 'owner' ? row.owner_name : row.sitter_name
    const facts = { conversationId, from, to: other.name, text, photos: photoIds.length }
    await notify(deps, {
      accountId: other.id,
      kind: 'message-received',
      title: `${from} wrote to you`,
      path: `/account/messages/${conversationId}`,
      subjectId: conversationId,
      mail: messageLetter(facts, deps.site),
    })
    return { message, isNew: true }
  })
}

async function messageOf(deps: Deps, { accountId }: Viewer, id: string): Promise<Message> {
  return (await viewMessages(deps, await store.findByIds(deps.db, [id]), accountId))[0]!
}

const hoursOfDay = 24

/**
 * Checks whether the viewer may write. A first message to a stranger requires a confirmed e-mail address and is limited
 * per day; replies are always allowed.
 */
async function refuseWriting(deps: TxDeps, viewer: Viewer, row: store.ConversationRow): Promise<void> {
  const { id: otherId, name: otherName } = otherOf(row)
  await refuseBlocked(deps.db, { accountId: viewer.accountId, otherId, otherName })
  if (row.owner_erased_at || row.sitter_erased_at)
    throw new Problem('person-unavailable', { detail: `${otherName} has left. Nothing was sent.` })
  if (row.last_seq > 0) return
  await requireOpen(deps.db, 'questions')
  await requireConsent(deps, viewer.accountId)
  requireVerifiedAddress(deps.site, viewer, 'You need a confirmed e-mail address to write to somebody new.')
  const { settings } = await currentSettings(deps.db)
  const { maxPerDay } = settings.inquiry
  const firstMessageCount = await store.countFirstMessages(
    deps.db,
    viewer.accountId,
    addHours(deps.now(), -hoursOfDay),
  )
  if (firstMessageCount < maxPerDay) return
  throw new Problem('inquiries-too-many', {
    detail: `You have written to ${firstMessageCount} new sitters in 24 hours, and at most ${maxPerDay} are possible. Wait for the answers.`,
    asked: firstMessageCount,
    maxPerDay,
  })
}

/** Moves the read position forward, at most to the last message. */
export function markRead(deps: Deps, viewer: Viewer, id: string, seq: number): Promise<Conversation> {
  const { accountId } = viewer
  return change(deps, viewer, id, async (deps, row) => {
    const isOwner = row.role === 'owner'
    const before = isOwner ? row.owner_read_seq : row.sitter_read_seq
    const now = Math.min(seq, row.last_seq)
    await readNoticesOf(deps, accountId, id)
    if (now <= before) return
    await store.saveConversation(deps.db, id, isOwner ? { owner_read_seq: now } : { sitter_read_seq: now })
    await notifyLive(deps, [accountId, otherOf(row).id], {
      topic: 'conversation',
      conversationId: id,
    })
  })
}

export function archiveConversation(
  deps: Deps,
  viewer: Viewer,
  id: string,
  archived: boolean,
): Promise<Conversation> {
  return change(deps, viewer, id, async (deps, row) => {
    const seq = archived ? row.last_seq : null
    await store.saveConversation(
      deps.db,
      id,
      row.role === 'owner' ? { owner_archived_seq: seq } : { sitter_archived_seq: seq },
    )
    await notifyLive(deps, [viewer.accountId], { topic: 'conversation', conversationId: id })
  })
}

function change(
  deps: Deps,
  viewer: Viewer,
  id: string,
  work: (deps: TxDeps, row: store.ConversationRow) => Promise<void>,
): Promise<Conversation> {
  return ensureTransaction(deps, async (deps) => {
    if (!(await store.lockConversation(deps.db, id, viewer.accountId)))
      throw new Problem('conversation-not-found')
    await work(deps, (await store.findConversation(deps.db, id, viewer.accountId))!)
    return readConversation(deps, viewer, id)
  })
}

/** Adds the events of a booking to the conversation of its two people. Idempotent. */
export function addBookingEvents(deps: Pick<Deps, 'db' | 'now'>, bookingId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const booking = await store.findSentBooking(deps.db, bookingId)
    if (!booking) return
    const { owner_id: ownerId, sitter_id: sitterId, account_id: sitterAccountId, sent_at: sentAt } = booking
    const given = { id: newId(deps.now()), at: sentAt! }
    const conversationId = await store.insertConversation(deps.db, { ownerId, sitterId }, given)
    await store.lockConversation(deps.db, conversationId, ownerId)
    if ((await store.insertBookingEvents(deps.db, conversationId, bookingId)) === 0) return
    await notifyLive(deps, [ownerId, sitterAccountId], { topic: 'message', conversationId })
  })
}

/** Removes the text and photos of a message after a report; the message itself stays, so that no gap appears. */
export async function removeMessage({ db, now }: InTx<Pick<Deps, 'now'>>, id: string): Promise<void> {
  if (!(await store.removeText(db, id, now()))) throw new Problem('not-found')
  await removeFilesOf({ db, now }, 'message', [id])
}
