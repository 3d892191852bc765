import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { stopwatch, systemClock } from '#server/kernel/clock.ts'
import { addDays } from '#server/kernel/day.ts'
import { dublin } from '#test/cast.ts'
import { type Seen, recordAnswer } from './client.ts'
import type { SitterPerson } from './fixture.ts'

/** The parts of the answers that the watchers read. */
const Days = z.object({ items: z.array(z.object({ capacity: z.int() })) })
const Calendar = Days.extend({ version: z.int() })
const Found = z.object({ items: z.array(z.object({ id: z.string() })) })
type Days = z.infer<typeof Days>
type Found = z.infer<typeof Found>

/** A change of a sitter's availability, with the times of the request and the response. */
type Change = { away: boolean; requestedAt: number; answeredAt: number }
export type Watched = { sitter: SitterPerson; on: string; changes: Change[]; version: number; cookie: string }

/** What readers observed: how many reads had only one possible result, and which were wrong. */
export type Verdict = { ownReads: number; decided: number; wrong: string[] }
export const newVerdict = (): Verdict => ({ ownReads: 0, decided: 0, wrong: [] })

const inDays = (days: number) => addDays(systemClock().toISOString().slice(0, 10), days)

export const watchedOf = (sitters: readonly SitterPerson[], inHowManyDays: number): Watched[] =>
  sitters.map((sitter) => ({
    sitter,
    on: inDays(inHowManyDays),
    // All sitters are available at first.
    changes: [{ away: false, requestedAt: -Infinity, answeredAt: -Infinity }],
    version: 0,
    cookie: '',
  }))

type RequestSpec = { method?: string; path: string; body?: object; headers?: Record<string, string> }

type Answer<T> = { body: T; headers: Headers }

/** Sends a request until it gets a complete response other than 503; any other error throws. */
async function fetchUntilAnswered<T>(
  url: string,
  seen: Seen,
  schema: z.ZodType<T>,
  { method = 'GET', path, body, headers = {} }: RequestSpec,
): Promise<Answer<T>> {
  for (;;) {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    // A server killed while responding leaves a truncated body.
    const text = await answer?.text().catch(() => undefined)
    recordAnswer(seen, text === undefined ? undefined : answer)
    if (answer && text !== undefined && answer.status !== 503) {
      if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`)
      return { body: schema.parse(JSON.parse(text)), headers: answer.headers }
    }
    await pause(100)
  }
}

const calendarPath = ({ sitter, on }: Watched) =>
  `/v1/sitters/${sitter.sitterId}/calendar?service=boarding&from=${on}&to=${on}`
const searchPath = (on: string) =>
  `/v1/sitters?${new URLSearchParams({
    service: 'boarding',
    place: `${dublin.id}`,
    start: on,
    end: addDays(on, 1),
    limit: '100',
  }).toString()}`

/** Closes the sitter's day, or opens it again. */
export async function toggle(url: string, seen: Seen, watched: Watched): Promise<void> {
  const { sitter, on, changes } = watched
  const away = !changes.at(-1)!.away
  const change: Change = { away, requestedAt: stopwatch(), answeredAt: Infinity }
  changes.push(change)
  const { body, headers } = await fetchUntilAnswered(url, seen, Calendar, {
    method: 'PUT',
    path: `/v1/sitters/${sitter.sitterId}/calendar`,
    body: { days: [{ on, service: 'boarding', capacity: away ? 0 : null }] },
    headers: { authorization: sitter.authorization },
  })
  watched.version = body.version
  watched.cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  change.answeredAt = stopwatch()
}

const isAwayIn = (calendar: Days): boolean => calendar.items[0]!.capacity === 0
const isListed = (found: Found, { sitter }: Watched) => found.items.some(({ id }) => id === sitter.sitterId)

/** Reads the writer's own change: with a token, with the browser's cookie, and in a search. */
export async function readOwn(url: string, seen: Seen, watched: Watched, verdict: Verdict): Promise<void> {
  const { away } = watched.changes.at(-1)!
  const { authorization } = watched.sitter
  const recordRead = (how: string, isRight: boolean) => {
    verdict.ownReads++
    if (!isRight) verdict.wrong.push(`own ${how}, away ${away}`)
  }
  for (const [how, headers] of [
    ['calendar by token', { authorization }],
    ['calendar by cookie', { cookie: watched.cookie }],
  ] as [string, Record<string, string>][]) {
    const { body: calendar } = await fetchUntilAnswered(url, seen, Calendar, {
      path: calendarPath(watched),
      headers,
    })
    recordRead(how, isAwayIn(calendar) === away && calendar.version >= watched.version)
  }
  const search = { path: searchPath(watched.on), headers: { authorization } }
  const { body: found } = await fetchUntilAnswered(url, seen, Found, search)
  recordRead('search', isListed(found, watched) === !away)
}

/** States that may be observed between two instants by a reader whose data is at most `lagMs` old. */
function possible({ changes }: Watched, from: number, to: number, lagMs: number): Set<boolean> {
  const known = changes.findLastIndex(({ answeredAt }) => answeredAt <= from - lagMs)
  return new Set(changes.slice(known).flatMap(({ away, requestedAt }) => (requestedAt <= to ? [away] : [])))
}

/** Searches and reads calendars anonymously; changes answered longer ago than the lag must be visible. */
export async function readAsAnybody(
  url: string,
  seen: Seen,
  all: readonly Watched[],
  lagMs: number,
  verdict: Verdict,
): Promise<void> {
  const checkObservation = (how: string, watched: Watched, away: boolean, from: number) => {
    const could = possible(watched, from, stopwatch(), lagMs)
    if (could.size === 1) verdict.decided++
    if (!could.has(away)) verdict.wrong.push(`${how} of anybody, away ${away}`)
  }
  const from = stopwatch()
  const { body: found } = await fetchUntilAnswered(url, seen, Found, { path: searchPath(all[0]!.on) })
  for (const watched of all) checkObservation('search', watched, !isListed(found, watched), from)
  for (const watched of all) {
    const began = stopwatch()
    const { body: calendar } = await fetchUntilAnswered(url, seen, Days, { path: calendarPath(watched) })
    checkObservation('calendar', watched, isAwayIn(calendar), began)
  }
}
