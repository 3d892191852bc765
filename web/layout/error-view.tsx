import { type ErrorResponse, Link, isRouteErrorResponse } from 'react-router'
import { ApiProblem, NetworkProblem } from '#web/api.ts'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

type Failure = { status: number; message: string; description: string }

const notFound = 'Page Not Found'
const serverError = 'Internal Server Error'
const movedWords = 'The address may be mistyped, or the page has moved.'
const waitWords = 'Nothing you saved is lost. This page tries again by itself.'
const faultWords = 'It is our fault, not yours. Nothing you saved is lost. Try again in a moment.'

const failure = (
  status: number,
  message: string,
  description = status === 404 ? movedWords : faultWords,
): Failure => ({ status, message, description })

function failureOfResponse({ status, statusText, data }: ErrorResponse): Failure {
  if (status === 503) return failure(status, 'One moment, please')
  const text = typeof data === 'string' ? data : ''
  if (status === 404) return failure(status, text.startsWith(notFound) ? text : notFound)
  return failure(status, text || statusText || serverError)
}

/**
 * Returns the contents of the error page: 404 'Page Not Found' if there is no error, else 500 'Internal Server Error'
 * unless the error has a message of its own.
 */
export function failureOf(error: unknown): Failure {
  if (error === undefined || error === null) return failure(404, notFound)
  if (isRouteErrorResponse(error)) return failureOfResponse(error)
  if (error instanceof ApiProblem) {
    const { status, title, detail } = error.problem
    return failure(status, status === 404 ? notFound : title, status === 503 ? waitWords : detail)
  }
  if (error instanceof NetworkProblem) return failure(500, error.message, waitWords)
  // Errors that the server sanitises arrive with this message in place of their own.
  const isShown = error instanceof Error && error.message !== 'Unexpected Server Error'
  return failure(500, (isShown && error.message) || serverError)
}

/** One view for all errors, with links to other pages. */
export function ErrorView({ error }: { error: unknown }) {
  const { status, message, description } = failureOf(error)
  const name = useSiteName()
  return (
    <main className="mx-auto flex min-h-[70vh] max-w-[42rem] flex-col items-center gap-4 px-4 pt-[12vh] pb-14 text-center">
      <title>{`${message} · ${name}`}</title>
      <div className="h-29 w-32 overflow-hidden rounded-picture">
        <Portrait seed={{ id: `error-${status}`, species: status === 404 ? 'cat' : 'dog' }} />
      </div>
      <p className="text-sm font-semibold text-ink-2">{status}</p>
      <h1 className="text-2xl wrap-anywhere">{message}</h1>
      <p className="text-ink-2">{description}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link className={buttonStyle({ kind: 'primary' })} to={paths.home()} reloadDocument={status !== 404}>
          Go to the home page
        </Link>
        <Link className={buttonStyle({ kind: 'secondary' })} to={paths.sitters()}>
          Find a sitter
        </Link>
      </div>
    </main>
  )
}
