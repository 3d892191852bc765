import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Problem } from '#server/kernel/problem.ts'

export type Lane = 'health' | 'account-load' | 'writes' | 'reads' | 'pages' | 'streams'
declare module 'fastify' {
  interface FastifyContextConfig {
    lane?: Lane
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

/** The answer to a request that is refused because of the load, before anything was done for it. */
export const busy = (): Problem =>
  new Problem('unavailable', { detail: 'The server is busy. Nothing was changed; try again in a moment.' }, 1)

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
export function admitByLane(app: FastifyInstance, recentDelay = watchDelay(app)): Admit {
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
    if (admit(request.routeOptions.config.lane ?? 'pages', reply.raw)) return done()
    done(busy())
  })
  return admit
}

export type WriteLimit = (uid: string) => Promise<void>

/** Limits the writes per minute of each person. */
export function limitWritesPerMinute(points: number): WriteLimit {
  const limiter = new RateLimiterMemory({ points, duration: 60 })
  return async (uid) => {
    const state = await limiter.consume(uid).catch((refused: { msBeforeNext: number }) => refused)
    if ('remainingPoints' in state && state.remainingPoints >= 0 && state.consumedPoints <= points) return
    throw new Problem(
      'rate-limited',
      { detail: 'You are changing things very fast. Wait a moment.' },
      Math.ceil(state.msBeforeNext / 1000),
    )
  }
}
