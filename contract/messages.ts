import { z } from 'zod'
import { Photo } from '#contract/files/files.ts'
import { conversationStates, threadEvents } from '#contract/live/codes.ts'
import { actors, parties } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, line, PageQuery, text } from './values.ts'

/** What somebody wrote, or what happened to a booking of the two, in the order of `seq`. */
export const Message = z.object({
  id: Id,
  /** Counts within the conversation from 1 without a gap. */
  seq: z.int(),
  /** The viewer wrote it, or did it. */
  isOwn: z.boolean(),
  /** As the viewer's own client named it; null for everything else. */
  clientId: Id.nullable(),
  /** Of a booking's event: what was written with it. */
  text: z.string(),
  photos: z.array(Photo),
  booking: z.object({ id: Id, event: z.enum(threadEvents), by: z.enum(actors) }).nullable(),
  at: Instant,
  /** Those who run the site have taken it away; the text says so. */
  isRemoved: z.boolean(),
})

export const Conversation = z.object({
  id: Id,
  /** Which side the viewer is. */
  role: z.enum(parties),
  other: z.object({
    accountId: Id,
    name: z.string(),
    /** Of a sitter, while the profile can be seen. */
    sitterId: Id.nullable(),
    isErased: z.boolean(),
  }),
  /** `blocked` by the viewer; `unavailable` for messages for a reason that is not told. */
  state: z.enum(conversationStates),
  lastSeq: z.int(),
  lastAt: Instant,
  /** So far the viewer has read, and the other one. */
  readSeq: z.int(),
  otherReadSeq: z.int(),
  /** How much of what the other one wrote or did the viewer has not read. */
  unread: z.int(),
  isArchived: z.boolean(),
  last: Message.nullable(),
  /** Bookings of the two that wait for somebody or are not over, what changed last first; at most five. */
  bookingIds: z.array(Id),
})

const params = z.object({ conversationId: Id })

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/conversations',
  access: 'account',
  summary: 'One’s own conversations in which something was said, the latest first',
  query: PageQuery.extend({
    archived: z.stringbool().default(false),
    /** Words in a name or a message; they are looked for in archived conversations, too. */
    q: line(100).optional(),
  }),
  response: z.object({ items: z.array(Conversation), nextCursor: z.string().nullable() }),
  problems: ['cursor-invalid'],
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/v1/conversations/unread',
  access: 'account',
  summary: 'How many conversations hold something unread',
  response: z.object({ conversations: z.int() }),
  problems: [],
})

export const beginConversation = endpoint({
  method: 'POST',
  path: '/v1/conversations',
  access: 'account',
  summary:
    'The conversation with a sitter, or with the other side of a booking: the one there is, else a new one. The other side hears of it with the first message',
  body: z.union([z.strictObject({ sitterId: Id }), z.strictObject({ bookingId: Id })]),
  response: Conversation,
  problems: ['sitter-not-found', 'sitter-own', 'booking-not-found'],
})

export const showConversation = endpoint({
  method: 'GET',
  path: '/v1/conversations/:conversationId',
  access: 'account',
  summary: 'One of one’s own conversations',
  params,
  response: Conversation,
  problems: ['conversation-not-found'],
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/v1/conversations/:conversationId/messages',
  access: 'account',
  summary:
    'Messages in their order: the latest, those before a number, or those after one. `nextCursor` is the number to go on with in the same direction',
  params,
  query: z
    .object({
      before: z.coerce.number().pipe(z.int().min(1)).optional(),
      after: z.coerce.number().pipe(z.int().min(0)).optional(),
      limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    })
    .refine(({ before, after }) => before === undefined || after === undefined, 'Give one of the two'),
  response: z.object({ items: z.array(Message), nextCursor: z.string().nullable() }),
  problems: ['conversation-not-found'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/conversations/:conversationId/messages',
  access: 'account',
  summary: 'Write a message. Sent again with the same `clientId` it is the same one, with status 200',
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
  summary: 'Everything up to this number was read; it never becomes less',
  params,
  body: z.strictObject({ seq: z.int().min(0) }),
  response: Conversation,
  problems: ['conversation-not-found'],
})

export const archiveConversation = endpoint({
  method: 'PUT',
  path: '/v1/conversations/:conversationId/archived',
  access: 'account',
  summary: 'Put a conversation away until something new is said, or take it back',
  params,
  body: z.strictObject({ archived: z.boolean() }),
  response: Conversation,
  problems: ['conversation-not-found'],
})

export type Message = z.infer<typeof Message>
export type Conversation = z.infer<typeof Conversation>
