import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type Clock, systemClock } from '#server/kernel/clock.ts'

const moments = new AsyncLocalStorage<Date>()

/** Returns the time named in the request's header, which applies to everything done for that request. */
export const requestClock: Clock = () => moments.getStore() ?? systemClock()

export function runAtItsMoment({ headers }: FastifyRequest, work: () => void): void {
  const named = headers['x-test-now-ms']
  const milliseconds = Number(named)
  if (typeof named !== 'string' || !Number.isFinite(milliseconds)) return work()
  moments.run(new Date(milliseconds), work)
}
