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

/** Runs a read of a page: what the API does not know is a page that does not exist. */
export async function orNotFound<T>(request: Request, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) throw pageNotFound(request)
    throw error
  }
}
