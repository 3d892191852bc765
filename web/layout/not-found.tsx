import { pageNotFound } from '#web/layout/page-check.ts'
import type { Route } from './+types/not-found.ts'

export function loader({ request }: Route.LoaderArgs): never {
  throw pageNotFound(request)
}

/** Other methods than GET get a 404 too. */
export function action({ request }: Route.ActionArgs): never {
  throw pageNotFound(request)
}

export default function NotFound() {
  return null
}
