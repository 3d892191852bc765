import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/kernel/http/listen.ts'

const here = { port: 0, host: '127.0.0.1' }

/** A server that holds the event loop for this long in each of its rounds. */
async function openSlow(holdMs: number) {
  const app = fastify()
  const seen = { requests: 0, rounds: 0 }
  app.get('/', async () => {
    seen.requests++
    return 'answered'
  })
  const listening = await listen(app, here)
  onTestFinished(() => listening.close())
  const hold = () => {
    const until = performance.now() + holdMs
    while (performance.now() < until);
    seen.rounds++
    if (seen.requests < 64) setImmediate(hold)
  }
  return { ...listening, seen, hold }
}

test('while the event loop is busy, many connections are accepted in each of its rounds', async () => {
  const { url, seen, hold } = await openSlow(5)
  const agent = new Agent({ maxSockets: 64 })
  onTestFinished(() => agent.destroy())
  const get = () =>
    new Promise<number | undefined>((resolve, reject) => {
      request(url, { agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end()
    })
  const answers = Array.from({ length: 64 }, get)
  hold()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  // With a single listening socket it would be one in each round.
  expect(seen.rounds).toBeLessThan(32)
})

test('a port on which another server listens is refused, and a closed one is free again', async () => {
  const first = await listen(fastify(), here)
  const port = Number(new URL(first.url).port)
  const second = fastify()
  await expect(listen(second, { ...here, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await second.close()
  await first.close()
  const third = await listen(fastify(), { ...here, port })
  await third.close()
})

test('closing waits for the requests that have begun, whichever socket accepted them', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  const { promise: allBegun, resolve: noteAll } = Promise.withResolvers<void>()
  app.get('/', async () => {
    if (++begun === 40) noteAll()
    await over
    return 'answered'
  })
  const { url, close } = await listen(app, here)
  const answers = Array.from({ length: 40 }, async () => {
    const socket = connect(Number(new URL(url).port), here.host)
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    let text = ''
    socket.on('data', (piece) => (text += String(piece)))
    await once(socket, 'close')
    return text
  })
  await allBegun
  let isClosed = false
  const closing = close().then(() => (isClosed = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(false)
  end()
  for (const text of await Promise.all(answers)) expect(text).toMatch(/^HTTP\/1.1 200 OK[^]*answered$/)
  await closing
})

test('connections beyond the highest number are closed, until others have ended', async () => {
  const app = fastify()
  app.get('/', () => 'answered')
  const { url, close } = await listen(app, here, 2)
  onTestFinished(close)
  const open = async () => {
    const socket = connect(Number(new URL(url).port), here.host).on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const isAnswered = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return { socket, isAnswered }
  }
  const [first, second, third] = [await open(), await open(), await open()]
  expect([first.isAnswered, second.isAnswered, third.isAnswered]).toEqual([true, true, false])
  first.socket.end()
  await once(first.socket, 'close')
  const fourth = await open()
  expect(fourth.isAnswered).toBe(true)
  for (const { socket } of [second, fourth]) socket.destroy()
})
