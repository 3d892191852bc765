import { pageNotFound } from '#web/layout/page-check.ts'
import type { Route } from './+types/not-found.ts'

export function loader({ request }: Route.LoaderArgs): never {
  throw pageNotFound(request)
}

/** Nothing is there for any method. */
export function action({ request }: Route.ActionArgs): never {
  throw pageNotFound(request)
}

export default function NotFound() {
  return null
}
