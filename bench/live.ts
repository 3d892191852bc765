// Latency from a message's POST to its arrival at 1,000 open streams of 200 people, at 20 messages per second.
// npm run bench:live -- --streams 1000 --seconds 20 --per-second 20
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Conversation } from '#contract/messages.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildPlaces } from '#test/build.ts'
import { readStream } from '../test/proofs/live-reader.ts'
import { buildPeople, namesOf, type Person } from '../test/proofs/people.ts'
import { openBenchmark } from './benchmark.ts'
import { openBenchDatabase, benchConfig } from './fixture.ts'
import { quantile } from './measure.ts'
import { startServer } from './served.ts'

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

const { onEnd, runCase, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)
const db = openDb(database.url, { max: 4 })
onEnd(() => db.destroy())
await buildPlaces(db)
const owners = await buildPeople(db, benchConfig(), namesOf('Owner', pairs))
const sitters = await buildPeople(db, benchConfig(), namesOf('Sitter', pairs))
const sitterIds: string[] = []
for (const sitter of sitters) sitterIds.push(await buildSitter(db, sitter))

const { url, stop } = await startServer(database.url)
onEnd(stop)

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
const leaving = new AbortController()
onEnd(() => leaving.abort())
const listening = [...owners, ...sitters].flatMap(({ authorization }) =>
  Array.from({ length: streamsOfOne }, () =>
    readStream(url, authorization, {
      lastId: null,
      signal: leaving.signal,
      onEvent({ topic, ids }) {
        if (topic === 'reset') return void isOpen++
        const one =
          topic === 'message' && awaited.get(`${String(ids['conversationId'])} ${String(ids['seq'])}`)
        if (!one) return
        milliseconds.push(stopwatch() - one.began)
        one.left--
      },
    }).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    }),
  ),
)
const streamsEnd = Promise.all(listening)
const waitUntilOpen = async () => {
  while (isOpen < listening.length) await pause(50)
}
await Promise.race([waitUntilOpen(), streamsEnd])
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
const refused = (await Promise.allSettled(sent)).filter((one) => one.status === 'rejected')
const waitStart = stopwatch()
const missing = () => [...awaited.values()].reduce((sum, { left }) => sum + left, 0)
while (missing() > 0 && stopwatch() - waitStart < 10_000) await pause(20)

const at = (share: number) => `${quantile(milliseconds, share).toFixed(1)} ms`
const arrivals = milliseconds.length === 0 ? '' : `: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`
console.log(
  `${sent.length} messages, ${milliseconds.length} arrivals, ${missing()} missing, ${refused.length} refused${arrivals}`,
)
await runCase(
  'messages',
  async () => {
    if (refused.length > 0) throw new Error(`${refused.length} were refused`, { cause: refused[0]!.reason })
  },
  () => {},
)
leaving.abort()
await streamsEnd
await end()
