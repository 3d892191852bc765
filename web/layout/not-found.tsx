import { redirectDocument } from 'react-router'
import { pageNotFound } from '#web/layout/page-check.ts'
import type { Route } from './+types/not-found.ts'

export function loader({ request }: Route.LoaderArgs): never {
  throw pageNotFound(request)
}

/**
 * The list of routes of a visitor's document has no pages of the desk (`scripts/join-files.ts`), so the server is asked
 * for the document of every address that this one does not know.
 */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url)
}

/** Other methods than GET get a 404 too. */
export function action({ request }: Route.ActionArgs): never {
  throw pageNotFound(request)
}

export default function NotFound() {
  return null
}
