import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import {
  beginConversation,
  markRead,
  noteBooking,
  readConversation,
  sendMessage,
} from '#server/messages/commands.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'talk'

type Talk = {
  owner: string
  sitter: string
  /** Hours ago at the earliest. */
  hoursAgo: number
  said: [by: 'owner' | 'sitter', text: string][]
  /** Number of messages that the other person has not read. */
  unread?: number
}

const talks: Talk[] = [
  {
    owner: 'Olga',
    sitter: 'Inês',
    hoursAgo: 50,
    said: [
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
    said: [
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
    said: [
      ['sitter', 'Miso has eaten all of her breakfast and inspected the whole garden.'],
      ['owner', 'The whole garden? Then she likes you. Is she drinking enough?'],
      ['sitter', 'From the watering can, naturally, while I hold it. The bowl is for looking at.'],
    ],
    unread: 1,
  },
]

/** Conversations of the introduced people, with their bookings and some unread messages. */
export const foundTalk = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isFounded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    for (const bookingId of await store.findBookingsOf(tx, castDomain)) await noteBooking(inTx, bookingId)
    await store.readConversations(tx, castDomain)
    for (const talk of talks) await say(inTx, talk)
    await store.notePart(tx, part, deps.now())
  })

const castDomain = castEmail('').slice(castEmail('').indexOf('@'))

async function say(deps: Deps, { owner, sitter, hoursAgo, said, unread = 0 }: Talk): Promise<void> {
  const viewers = {
    owner: await viewerNamed(deps.db, owner),
    sitter: await viewerNamed(deps.db, sitter),
  }
  const sitterId = await store.findSitterOf(deps.db, viewers.sitter.accountId)
  const { id, lastAt } = await beginConversation(deps, viewers.owner, { sitterId })
  const now = deps.now().getTime()
  const from = Math.max(Date.parse(lastAt), now - hoursAgo * 3_600_000)
  for (const [index, [by, text]] of said.entries()) {
    const at = new Date(from + ((now - from) * (index + 1)) / (said.length + 1))
    const then: Deps = { ...deps, now: () => at }
    const body = { clientId: randomUUID(), text, photoIds: [] }
    await sendMessage(then, viewers[by], id, body)
  }
  const { lastSeq } = await readConversation(deps, viewers.owner, id)
  const last = said.at(-1)![0]
  await markRead(deps, viewers[last], id, lastSeq)
  await markRead(deps, viewers[last === 'owner' ? 'sitter' : 'owner'], id, lastSeq - unread)
}
