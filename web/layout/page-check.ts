import { data } from 'react-router'
import { ApiProblem } from '#web/api.ts'

/** The error thrown when a route check fails: status 404, 'Page Not Found: {path}'. */
export const pageNotFound = (request: Request) =>
  data(`Page Not Found: ${new URL(request.url).pathname.replace(/\.data$/, '')}`, { status: 404 })

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Validates the form of an id before any request is made with it. */
export function checkId(id: string | undefined, request: Request): string {
  if (!id || !idPattern.test(id)) throw pageNotFound(request)
  return id.toLowerCase()
}

type Loaded = { params: Readonly<Record<string, string | undefined>>; request: Request }

/**
 * Server loader for a layout whose pages load their data only in the browser: a malformed id gives a 404 document,
 * whoever requests it. Every path parameter that names an id ends in `Id`.
 */
export function checkIdsLoader({ params, request }: Loaded): null {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('Id')) checkId(value, request)
  return null
}

/** Client loader that keeps navigations from requesting `checkIdsLoader`: the page's own loader checks its id. */
export const loadNothing = () => null

/** Awaits a page's read and turns the API's 404 into a 404 page. */
export async function orNotFound<T>(request: Request, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw pageNotFound(request)
    throw error
  }
}
