import type { FastifyInstance } from 'fastify'
import { readByToken } from '#server/bookings/papers/calendar-commands.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/**
 * Serves bookings at secret addresses for external calendars. They are outside the API, because calendar programs send
 * no tokens.
 */
export function serveCalendars(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { file: string } }>('/calendars/:file', async ({ params: { file }, headers }, reply) => {
    const token = /^(.{1,100})\.ics$/.exec(file)?.[1]
    if (token === undefined) throw new Problem('not-found')
    const { text, etag } = await readByToken(deps, token)
    void reply
      .header('cache-control', 'private, no-cache')
      .header('etag', etag)
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
    if (headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.status(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="bookings.ics"')
      .send(text)
  })
}
