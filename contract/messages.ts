import { z } from 'zod'
import { Face, Photo } from '#contract/files/files.ts'
import { conversationStates, threadEvents } from '#contract/live/codes.ts'
import { actors, parties } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line, PageQuery, text } from './values.ts'

/** A message, or an event of a booking between the two people, ordered by `seq`. */
export const Message = z.object({
  id: Id,
  /** Number within the conversation, from 1 without gaps. */
  seq: z.int(),
  /** The viewer wrote the message or caused the event. */
  isOwn: z.boolean(),
  /** Id assigned by the viewer's client; null for other people's messages and for events. */
  clientId: Id.nullable(),
  /** For a booking event: the note that was written with it. */
  text: z.string(),
  photos: z.array(Photo),
  booking: z.object({ id: Id, event: z.enum(threadEvents), by: z.enum(actors) }).nullable(),
  at: Instant,
  /** An operator has removed the message; the text says so. */
  isRemoved: z.boolean(),
})

export const Conversation = z.object({
  id: Id,
  /** The viewer's side. */
  role: z.enum(parties),
  other: z.object({
    accountId: Id,
    name: z.string(),
    face: Face,
    /** Set if the other person is a sitter whose profile is visible. */
    sitterId: Id.nullable(),
    isErased: z.boolean(),
  }),
  /**
   * `blocked`: the viewer has blocked the other person; `unavailable`: messages are not possible, for a reason that is
   * not disclosed.
   */
  state: z.enum(conversationStates),
  lastSeq: z.int(),
  lastAt: Instant,
  /** The highest `seq` read by the viewer, and by the other person. */
  readSeq: z.int(),
  otherReadSeq: z.int(),
  /** Number of the other person's messages and events that the viewer has not read. */
  unread: z.int(),
  isArchived: z.boolean(),
  last: Message.nullable(),
  /**
   * Bookings between the two people that are open or waiting for somebody, most recently changed first; at most five.
   */
  bookingIds: z.array(Id),
})

const params = z.object({ conversationId: Id })

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/conversations',
  access: 'account',
  summary: 'List your conversations that are not empty, latest activity first',
  query: PageQuery.extend({
    archived: z.stringbool().default(false),
    /** Search words in names and messages; archived conversations are searched, too. */
    q: line(100).optional(),
  }),
  response: z.object({ items: z.array(Conversation), nextCursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/v1/conversations/unread',
  access: 'account',
  summary: 'Count your conversations with unread messages',
  response: z.object({ conversations: z.int() }),
  problems: [],
})

export const beginConversation = endpoint({
  method: 'POST',
  path: '/v1/conversations',
  access: 'account',
  summary:
    'Get or create the conversation with a sitter or the other side of a booking; only its first message notifies them',
  body: z.union([z.strictObject({ sitterId: Id }), z.strictObject({ bookingId: Id })]),
  response: Conversation,
  problems: ['sitter-not-found', 'sitter-own', 'booking-not-found'],
})

export const showConversation = endpoint({
  method: 'GET',
  path: '/v1/conversations/:conversationId',
  access: 'account',
  summary: 'Get one of your conversations',
  params,
  response: Conversation,
  problems: ['conversation-not-found'],
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/v1/conversations/:conversationId/messages',
  access: 'account',
  summary:
    'List messages in order: the latest, or those before or after a number; `nextCursor` continues in the same direction',
  params,
  query: z
    .object({
      before: z.coerce.number().pipe(z.int().min(1)).optional(),
      after: z.coerce.number().pipe(z.int().min(0)).optional(),
      limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    })
    .refine(
      ({ before, after }) => before === undefined || after === undefined,
      'Give before or after, not both',
    ),
  response: z.object({ items: z.array(Message), nextCursor: z.string().nullable() }),
  problems: ['conversation-not-found'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/conversations/:conversationId/messages',
  access: 'account',
  summary: 'Send a message; repeating its `clientId` returns 200 with the existing message',
  status: 201,
  params,
  body: z
    .strictObject({ clientId: Id, text: text(4_000).default(''), photoIds: z.array(Id).max(10).default([]) })
    .refine(({ text: words, photoIds }) => words !== '' || photoIds.length > 0, {
      message: 'Write something',
      path: ['text'],
    }),
  response: Message,
  problems: [
    'conversation-not-found',
    'person-blocked',
    'person-unavailable',
    'not-open',
    'consent-needed',
    'email-unverified',
    'inquiries-too-many',
    'file-not-found',
    'file-not-ready',
    'files-too-many',
  ],
})

export const markRead = endpoint({
  method: 'PUT',
  path: '/v1/conversations/:conversationId/read',
  access: 'account',
  summary: 'Mark a conversation as read up to this number, which never decreases',
  params,
  body: z.strictObject({ seq: z.int().min(0) }),
  response: Conversation,
  problems: ['conversation-not-found'],
})

export const archiveConversation = endpoint({
  method: 'PUT',
  path: '/v1/conversations/:conversationId/archived',
  access: 'account',
  summary: 'Archive a conversation until something new is posted, or unarchive it',
  params,
  body: z.strictObject({ archived: z.boolean() }),
  response: Conversation,
  problems: ['conversation-not-found'],
})

export type Message = z.infer<typeof Message>
export type Conversation = z.infer<typeof Conversation>
