import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import {
  beginConversation,
  markRead,
  addBookingEvents,
  readConversation,
  sendMessage,
} from '#server/messages/commands.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'talk'

type Conversation = {
  owner: string
  sitter: string
  /** Hours ago at the earliest. */
  hoursAgo: number
  messages: [by: 'owner' | 'sitter', text: string][]
  /** Number of messages that the other person has not read. */
  unread?: number
}

const conversations: Conversation[] = [
  {
    owner: 'Olga',
    sitter: 'Inês',
    hoursAgo: 50,
    messages: [
      ['owner', 'Hello Inês, we have found Rex’s old blanket. May he bring it?'],
      ['sitter', 'Please do. Last time he slept on mine, and Pip slept on him.'],
      ['owner', 'That sounds like them. We come by train, so it will be just after four.'],
      ['sitter', 'Four is fine. If it rains I will meet you at the station with the big umbrella.'],
    ],
  },
  {
    owner: 'Olga',
    sitter: 'Sam',
    hoursAgo: 2,
    messages: [
      [
        'sitter',
        'Hello Olga, thank you for asking. I am looking at the days with my sister, who has the car.',
      ],
      ['sitter', 'Would it help if I fetched the two of them from you on the first morning?'],
    ],
    unread: 2,
  },
  {
    owner: 'Rui',
    sitter: 'Mateus',
    hoursAgo: 6,
    messages: [
      ['sitter', 'Miso has eaten all of her breakfast and inspected the whole garden.'],
      ['owner', 'The whole garden? Then she likes you. Is she drinking enough?'],
      ['sitter', 'From the watering can, naturally, while I hold it. The bowl is for looking at.'],
    ],
    unread: 1,
  },
]

/** Conversations of the introduced people, with their bookings and some unread messages. */
export const seedMessages = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    for (const bookingId of await store.findBookingsOf(tx, castDomain))
      await addBookingEvents(inTx, bookingId)
    await store.readConversations(tx, castDomain)
    for (const conversation of conversations) await writeConversation(inTx, conversation)
    await store.notePart(tx, part, deps.now())
  })

const castDomain = castEmail('').slice(castEmail('').indexOf('@'))

async function writeConversation(
  deps: Deps,
  { owner, sitter, hoursAgo, messages, unread = 0 }: Conversation,
): Promise<void> {
  const viewers = {
    owner: await viewerNamed(deps.db, owner),
    sitter: await viewerNamed(deps.db, sitter),
  }
  const sitterId = await store.findSitterOf(deps.db, viewers.sitter.accountId)
  const { id, lastAt } = await beginConversation(deps, viewers.owner, { sitterId })
  const now = deps.now().getTime()
  const from = Math.max(Date.parse(lastAt), now - hoursAgo * 3_600_000)
  for (const [index, [by, text]] of messages.entries()) {
    const at = new Date(from + ((now - from) * (index + 1)) / (messages.length + 1))
    const pastDeps: Deps = { ...deps, now: () => at }
    const body = { clientId: randomUUID(), text, photoIds: [] }
    await sendMessage(pastDeps, viewers[by], id, body)
  }
  const { lastSeq } = await readConversation(deps, viewers.owner, id)
  const last = messages.at(-1)![0]
  await markRead(deps, viewers[last], id, lastSeq)
  await markRead(deps, viewers[last === 'owner' ? 'sitter' : 'owner'], id, lastSeq - unread)
}
