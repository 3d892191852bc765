import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '#server/kernel/db/errors.ts'
import type { TokenViewer } from '#server/kernel/deps.ts'
import type { LiveStreams } from '#server/kernel/live/streams.ts'
import { Problem } from '#server/kernel/problem.ts'

export type Heartbeat = { /** Milliseconds between heartbeats. */ everyMs: number; checks: number }

/** The token is checked again at every fourth heartbeat. */
export const defaultHeartbeat: Heartbeat = { everyMs: 15_000, checks: 4 }

/** Maximum number of unsent bytes: a slower client is disconnected, and resumes after the last event it received. */
const maxUnsentBytes = 256 * 1024

/**
 * Answers with a stream of events. Refusals are complete responses sent before the stream starts; after that the
 * connection is hijacked and carries nothing else.
 */
export async function serveEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  streams: LiveStreams,
  check: () => Promise<TokenViewer | null>,
  heartbeat: Heartbeat,
): Promise<void> {
  const viewer = await check()
  if (!viewer)
    throw new Problem('token-missing', { detail: 'Send your sign-in token as "Authorization: Bearer …".' })
  const { accountId, uid } = viewer
  if (!accountId)
    throw new Problem('account-missing', { detail: 'Create the account with POST /v1/accounts.' })
  const lastEventIdHeader = request.headers['last-event-id']
  const begin = await streams.open({
    accountId,
    lastEventId: typeof lastEventIdHeader === 'string' ? lastEventIdHeader : undefined,
  })

  const { raw } = reply
  reply.hijack()
  if (raw.destroyed) return
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    // Buffering proxies would hold the events back.
    'x-accel-buffering': 'no',
  })
  const stream = begin({
    send(frame) {
      raw.write(frame)
      if (raw.writableLength > maxUnsentBytes) raw.destroy()
    },
    end: () => raw.end(),
  })
  let beatCount = 0
  const timer = setInterval(() => {
    stream.sink.send(': beat\n\n')
    if (++beatCount % heartbeat.checks === 0) void recheckToken()
  }, heartbeat.everyMs)
  raw.once('close', () => {
    clearInterval(timer)
    stream.close()
  })

  /** Ends the stream also if the check itself fails: a client that is still allowed reconnects. */
  async function recheckToken(): Promise<void> {
    try {
      const now = await check()
      if (now?.uid !== uid || now.accountId !== accountId) stream.close('token')
    } catch (error) {
      if (!problemOf(error)) request.log.error({ err: error }, 'unexpected')
      stream.close('token')
    }
  }
}
