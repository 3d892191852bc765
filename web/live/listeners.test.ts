// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiSettings } from '#web/api.ts'
import { listen } from '#web/live/listeners.ts'
import { setHint } from '#web/persisted.ts'

const olga = '0a000000-0000-7000-8000-000000000001'
let requestedTokens: string[]
let answer: () => Response

/** Creates a response that sends these frames and stays open. */
const streamOf = (...frames: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const frame of frames) controller.enqueue(new TextEncoder().encode(frame))
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

beforeEach(() => {
  requestedTokens = []
  // Without locks each tab has its own stream.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    requestedTokens.push(headers['authorization']!)
    return answer()
  })
  let renewals = 0
  apiSettings.current = {
    baseUrl: 'http://localhost:3000',
    session: {
      token: async (renew) => `token-${renew ? ++renewals : renewals}`,
      ended: async () => {},
    },
  }
})
afterEach(() => {
  setHint(null)
  vi.unstubAllGlobals()
})

test('an ended session stops the stream, and signing in again reopens it without a reload', async () => {
  answer = () => new Response(null, { status: 401 })
  setHint(olga)
  const listener = vi.fn()
  listen('message', listener)
  // The second request has a new token; no further request follows.
  await vi.waitFor(() => expect(requestedTokens).toEqual(['Bearer token-0', 'Bearer token-1']))

  answer = () => streamOf('id: 7\nevent: message\ndata: {"conversationId":"c"}\n\n')
  setHint(olga)
  await vi.waitFor(() => expect(listener).toHaveBeenCalledWith({ topic: 'message', conversationId: 'c' }))
  expect(requestedTokens).toHaveLength(3)
})
