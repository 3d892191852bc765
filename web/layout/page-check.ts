import { data } from 'react-router'
import { ApiProblem } from '#web/api.ts'

/** The fatal error of a failed route check: status 404, 'Page Not Found: {path}'. */
export const pageNotFound = (request: Request) =>
  data(`Page Not Found: ${new URL(request.url).pathname.replace(/\.data$/, '')}`, { status: 404 })

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Checks an id's form before any request is made with it. */
export function checkId(id: string | undefined, request: Request): string {
  if (!id || !idPattern.test(id)) throw pageNotFound(request)
  return id.toLowerCase()
}

type Loaded = { params: Readonly<Record<string, string | undefined>>; request: Request }

/**
 * The server's loader of a layout above pages that the browser alone can read: the document of a malformed id is a 404
 * whoever asks. Every parameter of a path that names an id ends in `Id`.
 */
export function checkIdsLoader({ params, request }: Loaded): null {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('Id')) checkId(value, request)
  return null
}

/** Keeps navigations in the browser from asking the server for `checkIdsLoader`: the page's own loader checks its id. */
export const loadNothing = () => null

/** Runs a read of a page: what the API does not know is a page that does not exist. */
export async function orNotFound<T>(request: Request, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw pageNotFound(request)
    throw error
  }
}
