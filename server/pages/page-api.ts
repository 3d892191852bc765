import type { Endpoint } from '#contract/endpoint.ts'
import { createSharedCache, idsIn, type SharedCacheOptions } from '#server/kernel/cache/shared-cache.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import type { Needs } from '#server/kernel/db/freshness.ts'
import type { Reads } from '#server/kernel/db/replicas.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { invoke, isPublicRead, type Route } from '#server/kernel/http/http.ts'
import type { Problem } from '#server/kernel/problem.ts'
import type { Api, ApiProblem as ApiProblemClass } from '#web/api.ts'

/** An answer is used for as long as a page is fresh, and counts towards the age of the pages rendered from it. */
const freshMs = 2_000
const maxBytes = 16 * 2 ** 20
/** Memory of an answer for each character of its JSON, roughly. */
const bytesPerCharacter = 4

/** How one page reads its data. */
export type Reading = {
  /** How recent the answers must be. */
  needs?: Needs
  /** The person for whom it is rendered; absent for an anonymous visitor. */
  viewer?: Viewer | null
  /** Called with each problem before the page receives it. */
  onRefused?: (problem: Problem) => void
  /** Set for pages for everybody: answers may come from the cache, and this is called with the time each was read at. */
  onShared?: (at: number) => void
}

export type PageApi = {
  /** Returns the API for one page. */
  read: (reading: Reading) => Api
  /** Drops the cached answers that contain this id or were asked for with it, or all without one. */
  drop: (id?: string) => void
}

export type PageApiOptions = {
  routes: readonly Route[]
  deps: Deps
  reads: Reads
  /** The class of the build, which its pages recognise. */
  ApiProblem: typeof ApiProblemClass
} & Pick<SharedCacheOptions<unknown>, 'now'>

/**
 * Builds the API for server rendering: the same validation and shapes as over HTTP, but in process. For a signed-in
 * viewer it only reads. Answers for pages for everybody are cached like those pages.
 */
export function createPageApi({ routes, deps, reads, ApiProblem, ...clock }: PageApiOptions): PageApi {
  const byName = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))
  const cache = createSharedCache<unknown>({
    ...clock,
    bytes: maxBytes,
    freshMs,
    staleMs: freshMs,
    lagMs: reads.maxLagMs,
    describe(answer, key) {
      const text = key + JSON.stringify(freeze(answer))
      return { size: bytesPerCharacter * text.length, ids: idsIn(text) }
    },
  })

  async function run(
    { route, sent: { params, query, body } }: PageCall,
    { needs = {}, viewer = null }: Reading,
  ): Promise<unknown> {
    const request = { params, query: withoutEmptyValues(query), body, viewer, ip: '127.0.0.1' }
    const runRoute = (db: Db) => invoke(route, { ...deps, db }, request)
    const outcome =
      isPublicRead(route.endpoint) && !viewer ? await reads.read(runRoute, needs) : await runRoute(deps.db)
    return outcome.body
  }

  async function answer(name: string, sent: SentParts, reading: Reading): Promise<unknown> {
    const { viewer, onShared } = reading
    const route = byName.get(name)!
    if (viewer && route.endpoint.method !== 'GET')
      throw new Error(`A page must not call ${name} for a person`)
    const call = { route, sent }
    if (viewer || !onShared || !isShareable(route.endpoint)) return run(call, reading)
    const { value, at } = await cache.get(`${name} ${JSON.stringify(sent)}`, () => run(call, {}))
    onShared(at)
    return value
  }

  return {
    read: (reading) => async (name, sent) => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the response schema of this endpoint has shaped it
        return (await answer(name, sent, reading)) as never
      } catch (error) {
        const problem = problemOf(error)
        if (!problem) throw error
        reading.onRefused?.(problem)
        throw new ApiProblem(problem.toBody())
      }
    },
    drop: cache.drop,
  }
}

/** Returns true for calls without side effects whose answer is the same for everybody. */
const isShareable = (endpoint: Endpoint): boolean =>
  endpoint.access === 'public' &&
  (endpoint.method === 'GET' || endpoint.calculates === true) &&
  !endpoint.noStore &&
  !endpoint.contentType

/** Freezes an answer, so that no page can change what others are rendered from. */
function freeze<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer
  for (const part of Object.values(answer)) freeze(part)
  return Object.freeze(answer)
}

type PageCall = { route: Route; sent: SentParts }
type SentParts = { params?: unknown; query?: unknown; body?: unknown }

const withoutEmptyValues = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(
      ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== '',
    ),
  )
