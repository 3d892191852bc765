import type { Conversation, Message } from '#contract/messages.ts'
import type { PhotosOf } from '#server/files/commands.ts'
import { faceOf } from '#server/files/face.ts'
import { Problem } from '#server/kernel/problem.ts'
import type { ConversationRow, MessageRow } from '#server/messages/store.ts'

const removed = 'We have removed this message.'

export function viewMessage(row: MessageRow, accountId: string, photosOf: PhotosOf): Message {
  const { id, seq, author_id: authorId, client_id: clientId, booking_id: bookingId, event, by } = row
  const isOwn = authorId === accountId
  return {
    id,
    seq,
    isOwn,
    clientId: isOwn ? clientId : null,
    text: row.removed_at ? removed : (row.body ?? row.event_text ?? ''),
    photos: photosOf(id),
    booking: bookingId && event && by ? { id: bookingId, event, by } : null,
    at: row.created_at.toISOString(),
    isRemoved: row.removed_at !== null,
  }
}

/**
 * Builds the view of a conversation for one of its two people; throws the same 404 for any other and for an unknown
 * one.
 */
export function viewConversation(row: ConversationRow | undefined, last: Message | null): Conversation {
  if (!row) throw new Problem('conversation-not-found')
  const isOwner = row.role === 'owner'
  const archived = isOwner ? row.owner_archived_seq : row.sitter_archived_seq
  return {
    id: row.id,
    role: row.role,
    other: isOwner
      ? {
          accountId: row.sitter_account_id,
          name: row.sitter_name,
          face: faceOf(row.sitter_account_id, row.sitter_face),
          sitterId: row.sitter_is_shown ? row.sitter_id : null,
          isErased: row.sitter_erased_at !== null,
        }
      : {
          accountId: row.owner_id,
          name: row.owner_name,
          face: faceOf(row.owner_id, row.owner_face),
          sitterId: null,
          isErased: row.owner_erased_at !== null,
        },
    state: stateOf(row),
    lastSeq: row.last_seq,
    lastAt: row.last_at.toISOString(),
    readSeq: isOwner ? row.owner_read_seq : row.sitter_read_seq,
    otherReadSeq: isOwner ? row.sitter_read_seq : row.owner_read_seq,
    unread: row.unread,
    isArchived: archived !== null && archived >= row.last_seq,
    last,
    bookingIds: row.booking_ids,
  }
}

function stateOf(row: ConversationRow): Conversation['state'] {
  if (row.is_blocked_here) return 'blocked'
  return row.is_blocked_there || row.owner_erased_at || row.sitter_erased_at ? 'unavailable' : 'open'
}

/** Returns the account and name of the other person, from the viewer's side. */
export const otherOf = (row: ConversationRow): { id: string; name: string } =>
  row.role === 'owner'
    ? { id: row.sitter_account_id, name: row.sitter_name }
    : { id: row.owner_id, name: row.owner_name }
