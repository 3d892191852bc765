// Latency from a message's POST to its arrival at 1,000 open streams of 200 people, at 20 messages per second.
// npm run bench:live -- --streams 1000 --seconds 20 --per-second 20
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Conversation } from '#contract/messages.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildPlaces } from '#test/build.ts'
import { readStream } from '../test/proofs/live-reader.ts'
import { buildPeople, namesOf, type Person } from '../test/proofs/people.ts'
import { openBenchDatabase, benchConfig } from './fixture.ts'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '20' },
  },
})
const [streams, seconds, perSecond] = [
  Number(values.streams),
  Number(values.seconds),
  Number(values['per-second']),
]
/** The limit of open streams per account. */
const streamsOfOne = 5
const pairs = Math.ceil(streams / streamsOfOne / 2)

const database = await openBenchDatabase()
const db = openDb(database.url, { max: 4 })
await buildPlaces(db)
const owners = await buildPeople(db, benchConfig(), namesOf('Owner', pairs))
const sitters = await buildPeople(db, benchConfig(), namesOf('Sitter', pairs))
const sitterIds: string[] = []
for (const sitter of sitters) sitterIds.push(await buildSitter(db, sitter))

const server = spawn(process.execPath, ['bench/live-server.ts', database.url], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
})
const url = await new Promise<string>((resolve) => {
  createInterface({ input: server.stdout! }).once('line', resolve)
})

const post = async ({ authorization }: Person, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
const threads: string[] = []
for (const [index, owner] of owners.entries())
  threads.push(Conversation.parse(await post(owner, '/v1/conversations', { sitterId: sitterIds[index] })).id)

/** By thread and sequence number: the start time, and the number of streams that have not received the message. */
const awaited = new Map<string, { began: number; left: number }>()
const milliseconds: number[] = []
let isOpen = 0
const end = new AbortController()
const listening = [...owners, ...sitters].flatMap(({ authorization }) =>
  Array.from({ length: streamsOfOne }, () =>
    readStream(url, authorization, {
      lastId: null,
      signal: end.signal,
      onEvent({ topic, ids }) {
        if (topic === 'reset') return void isOpen++
        const one =
          topic === 'message' && awaited.get(`${String(ids['conversationId'])} ${String(ids['seq'])}`)
        if (!one) return
        milliseconds.push(stopwatch() - one.began)
        one.left--
      },
    }).catch((error: unknown) => {
      if (!end.signal.aborted) throw error
    }),
  ),
)
while (isOpen < listening.length) await pause(50)
console.log(`${isOpen} streams of ${2 * pairs} people are open.`)

const seqs = new Map<number, number>()
const sent: Promise<unknown>[] = []
const began = stopwatch()
for (let number = 0; stopwatch() - began < seconds * 1000; number++) {
  const pair = number % pairs
  const seq = (seqs.get(pair) ?? 0) + 1
  seqs.set(pair, seq)
  awaited.set(`${threads[pair]} ${seq}`, { began: stopwatch(), left: 2 * streamsOfOne })
  const author = number % 2 ? owners[pair]! : sitters[pair]!
  const body = { clientId: randomUUID(), text: `Message ${number}` }
  sent.push(post(author, `/v1/conversations/${threads[pair]}/messages`, body))
  await pause(1000 / perSecond)
}
await Promise.all(sent)
const waitStart = stopwatch()
const missing = () => [...awaited.values()].reduce((sum, { left }) => sum + left, 0)
while (missing() > 0 && stopwatch() - waitStart < 10_000) await pause(20)

const sorted = milliseconds.toSorted((a, b) => a - b)
const at = (share: number) =>
  `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1)} ms`
console.log(
  `${sent.length} messages, ${sorted.length} arrivals, ${missing()} missing: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
)
end.abort()
await Promise.all(listening)
server.disconnect()
await new Promise((resolve) => server.once('exit', resolve))
await db.destroy()
await database.close()
