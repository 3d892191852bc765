import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { busy } from '#server/kernel/http/busy.ts'
import { netOf } from '#server/kernel/http/net.ts'
import { isPublicAddress } from '#server/kernel/http/public-address.ts'
import type { Kind, Turns } from '#server/kernel/http/turns.ts'
import { Problem } from '#server/kernel/problem.ts'

export type Lane = 'health' | 'account-load' | 'writes' | 'reads' | 'pages' | 'streams'
declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane
    /** The kind of work for which the request needs a turn; undefined or absent if it needs none. */
    turn?: Kind | ((request: FastifyRequest) => Kind | undefined) | undefined
  }
}

/** How many requests may run at once, and above which event-loop delay (milliseconds) new ones are refused. */
const lanes: Record<Lane, { inFlight: number; delay: number }> = {
  health: { inFlight: Infinity, delay: Infinity },
  'account-load': { inFlight: Infinity, delay: Infinity },
  writes: { inFlight: 256, delay: 1_500 },
  reads: { inFlight: 256, delay: 1_000 },
  pages: { inFlight: 96, delay: 700 },
  // Streams stay open and cause little load, so they do not count towards `minLoad`.
  streams: { inFlight: 5_000, delay: 1_000 },
}

/** With fewer requests than this a delay is caused by the machine and not by load, and refusing would not help. */
const minLoad = 16

/** Returns a function that returns the event-loop delay of the last half second, in milliseconds. */
function watchDelay(app: FastifyInstance): () => number {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let recentDelay = 0
  const timer = setInterval(() => {
    recentDelay = delay.percentile(90) / 1e6
    delay.reset()
  }, 500)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    delay.disable()
    done()
  })
  return () => recentDelay
}

/** Counts a request of this lane until its response is closed; returns false if it must be refused. */
export type Admit = (lane: Lane, response: ServerResponse) => boolean

/**
 * Refuses requests that could not be finished in time, the least important lanes first; the account load is never
 * refused. Returns what admits requests that are answered before routing.
 */
export function admitByLane(
  app: FastifyInstance,
  turns: Pick<Turns, 'refuses'>,
  recentDelay = watchDelay(app),
): Admit {
  const running: Record<Lane, number> = {
    health: 0,
    'account-load': 0,
    writes: 0,
    reads: 0,
    pages: 0,
    streams: 0,
  }
  let runningTotal = 0
  const admit: Admit = (lane, response) => {
    const { inFlight, delay: limit } = lanes[lane]
    if (running[lane] >= inFlight || (runningTotal >= minLoad && recentDelay() > limit)) return false
    const weight = lane === 'streams' ? 0 : 1
    running[lane]++
    runningTotal += weight
    response.once('close', () => {
      running[lane]--
      runningTotal -= weight
    })
    return true
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { lane = 'pages', turn } = request.routeOptions.config
    const kind = typeof turn === 'function' ? turn(request) : turn
    const refuses = kind !== undefined && turns.refuses(kind)
    if (!refuses && admit(lane, reply.raw)) return done()
    done(busy())
  })
  return admit
}

/** Counts a request of somebody; throws 429 if there were too many. */
export type Limit = (who: string) => Promise<void>

/** Limits the requests of each of them within a minute; `detail` tells whoever sent too many. */
export function limitPerMinute(points: number, detail: string): Limit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (who) => {
    const state = await limiter.consume(who).catch((refused: { msBeforeNext: number }) => refused)
    if ('remainingPoints' in state && state.remainingPoints >= 0 && state.consumedPoints <= points) return
    throw new Problem('rate-limited', { detail }, Math.ceil(state.msBeforeNext / 1000))
  }
}

/**
 * Limits the requests for which something is computed by the network they come from: the household or the server. Only
 * public addresses count, because others may be those of a proxy that is not trusted to state the client's.
 */
export function limitByAddress(app: FastifyInstance, perMinute: number): void {
  if (perMinute === 0) return
  const limit = limitPerMinute(
    perMinute,
    'Too many requests come from your network. Wait a moment, then try again.',
  )
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (routeOptions.config.turn !== undefined && isPublicAddress(ip)) await limit(netOf(ip))
  })
}
