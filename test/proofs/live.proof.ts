import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Conversation } from '#contract/messages.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { z } from 'zod'
import { sendRequest, bodyOf, newSeen, sendUntilAnswered } from './client.ts'
import { type StreamEvent, readStream } from './live-reader.ts'
import { note, rounds } from './plan.ts'
import { type Product, startProduct } from './product.ts'
import { buildFixture, openProduct, type Opened, type Owner, type Fixture } from './fixture.ts'

const clients = rounds(12, 50)
const seconds = rounds(4, 60)
/** Milliseconds between two cuts of a client's connection, and the length of an interruption. */
const [cutMs, awayMs] = [rounds(500, 2_000), 150]
const perSecond = rounds(30, 12)

let opened: Opened
let second: Product
let fixture: Fixture
const threads = new Map<Owner, string>()

beforeAll(async () => {
  opened = await openProduct()
  second = await startProduct(opened.databaseUrl)
  // The control uses separate owners.
  fixture = await buildFixture(opened.db, opened.product.config, {
    owners: 2 * clients,
    sitters: 1,
    capacity: 20,
  })
  for (const owner of fixture.owners) {
    const sending = {
      path: '/v1/conversations',
      body: { sitterId: fixture.sitters[0]!.sitterId },
      authorization: owner.authorization,
    }
    const answer = await sendUntilAnswered(opened.product.url, newSeen(), () => sending)
    threads.set(owner, (await bodyOf(answer, Conversation)).id)
  }
})
afterAll(async () => {
  await second.stop()
  await opened.close()
})

const urls = () => [opened.product.url, second.url]

/** A client whose connection is cut repeatedly and that reconnects to the other server each time. */
function startInterruptedClient(owner: Owner, number: number, { goesOn }: { goesOn: boolean }) {
  const heard: StreamEvent[] = []
  const state = { isOver: false }
  let cuts = 0
  let cut = () => {}
  let lastId: number | null = 0
  const run = async () => {
    while (!state.isOver) {
      const end = new AbortController()
      cut = () => end.abort()
      const timer = setTimeout(cut, state.isOver ? 0 : cutMs * (0.5 + ((number * 7 + cuts * 3) % 10) / 10))
      await readStream(urls()[(number + cuts) % 2]!, owner.authorization, {
        lastId: goesOn ? lastId : null,
        signal: end.signal,
        onEvent(event) {
          lastId = event.seq
          if (event.topic !== 'reset') heard.push(event)
        },
      }).catch((error: unknown) => {
        if (!end.signal.aborted) throw error
      })
      clearTimeout(timer)
      cuts++
      if (!state.isOver) await pause(awayMs)
    }
  }
  const running = run()
  return {
    heard,
    cuts: () => cuts,
    async stop() {
      state.isOver = true
      cut()
      await running
    },
  }
}

/**
 * Sends messages from both sides through both servers for the given time; returns the number of messages in each
 * thread.
 */
async function exchangeMessages(owners: readonly Owner[]): Promise<Map<Owner, number>> {
  const counts = new Map<Owner, number>()
  const sitter = fixture.sitters[0]!
  const began = stopwatch()
  const sent: Promise<void>[] = []
  for (let number = 0; stopwatch() - began < seconds * 1000; number++) {
    const owner = owners[number % owners.length]!
    const author = number % 3 === 0 ? sitter : owner
    const write = async () => {
      const sending = {
        path: `/v1/conversations/${threads.get(owner)!}/messages`,
        body: { clientId: randomUUID(), text: `Message ${number}` },
        authorization: author.authorization,
      }
      const answer = await sendRequest(urls()[number % 2]!, newSeen(), sending)
      expect(answer?.status).toBe(201)
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    sent.push(write())
    await pause(1000 / perSecond)
  }
  await Promise.all(sent)
  return counts
}

const seqsOf = (events: readonly StreamEvent[]) =>
  events.flatMap(({ topic, ids }) => (topic === 'message' ? [z.int().parse(ids['seq'])] : []))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('clients whose connections are cut receive every message exactly once and in order', async () => {
  const owners = fixture.owners.slice(0, clients)
  const listening = owners.map((owner, number) => startInterruptedClient(owner, number, { goesOn: true }))
  const counts = await exchangeMessages(owners)
  const isComplete = () =>
    owners.every((owner, index) => seqsOf(listening[index]!.heard).length >= (counts.get(owner) ?? 0))
  await expect.poll(isComplete, { timeout: 30_000 }).toBe(true)
  await Promise.all(listening.map(({ stop }) => stop()))
  for (const [index, owner] of owners.entries()) {
    const { heard } = listening[index]!
    expect(seqsOf(heard)).toEqual(upTo(counts.get(owner) ?? 0))
    expect(heard.map(({ seq }) => seq)).toEqual(upTo(heard.length))
  }
  const cuts = listening.reduce((sum, one) => sum + one.cuts(), 0)
  const messages = [...counts.values()].reduce((sum, count) => sum + count, 0)
  expect(cuts).toBeGreaterThan(clients)
  note(
    `${clients} clients cut every ${cutMs / 1000} s for ${seconds} s, two servers`,
    `${messages} messages over ${cuts} connections: none lost, none twice, all in order`,
  )
})

test('positive control: clients that reconnect without Last-Event-ID lose messages', async () => {
  const owners = fixture.owners.slice(clients)
  const listening = owners.map((owner, number) => startInterruptedClient(owner, number, { goesOn: false }))
  const counts = await exchangeMessages(owners)
  await pause(500)
  await Promise.all(listening.map(({ stop }) => stop()))
  const lost = owners.reduce(
    (sum, owner, index) => sum + (counts.get(owner) ?? 0) - seqsOf(listening[index]!.heard).length,
    0,
  )
  note('Control: clients without Last-Event-ID', `${lost} messages lost`)
  expect(lost).toBeGreaterThan(0)
})
