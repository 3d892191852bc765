import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { olga } from '#test/cast.ts'
import { listenLocally } from '#test/listen.ts'
import { newSeen } from './client.ts'
import { newVerdict, readAsAnybody, watchedOf } from './watchers.ts'

/** A server that gives these responses in order. */
async function serverOf(...answers: RequestListener[]): Promise<string> {
  const server = createServer((request, response) => answers.shift()!(request, response))
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${port}`
}

const send =
  (status: number, body: object): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
    response.end(JSON.stringify(body))
  }
const cut: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
  response.write('{"items":', () => response.destroy())
}
const busy = send(503, { code: 'unavailable', status: 503 })
const watched = () => watchedOf([{ ...olga, authorization: 'Bearer of nobody', sitterId: 'the-sitter' }], 20)

test('a watcher retries after a 503 or a truncated response, and counts only complete responses', async () => {
  const listed = send(200, { items: [{ id: 'the-sitter' }] })
  const url = await serverOf(busy, cut, listed, busy, send(200, { items: [{ capacity: 3 }] }))
  const [seen, verdict] = [newSeen(), newVerdict()]
  await readAsAnybody(url, seen, watched(), 0, verdict)
  expect(verdict).toEqual({ ownReads: 0, decided: 2, wrong: [] })
  expect(seen.answers).toEqual({ 503: 2, none: 1, 200: 2 })
})

test('a watcher throws with the request and response on an error, and reports stale data', async () => {
  const refusing = await serverOf(send(500, { code: 'internal' }))
  await expect(readAsAnybody(refusing, newSeen(), watched(), 0, newVerdict())).rejects.toThrow(
    /^GET \/v1\/sitters\?.* was answered with 500: \{"code":"internal"\}$/,
  )
  const old = await serverOf(send(200, { items: [] }), send(200, { items: [{ capacity: 0 }] }))
  const verdict = newVerdict()
  await readAsAnybody(old, newSeen(), watched(), 0, verdict)
  expect(verdict.wrong).toEqual(['search of anybody, away true', 'calendar of anybody, away true'])
})
