import { useSearchParams } from 'react-router'
import { publicConfigContext } from '#web/layout/contexts.ts'
import { pageNotFound } from '#web/layout/page-check.ts'
import UiPage from './ui-page.tsx'
import type { Route } from './+types/ui-route.ts'

export { accountIconLinks as links } from '#web/ui/account-icons.ts'
export const meta = () => [{ title: 'Parts · Sitwell' }, { name: 'robots', content: 'noindex' }]

/** Answers "page not found" outside development, whatever the spelling of the address. */
export function loader({ context, request }: Route.LoaderArgs) {
  if (!context.get(publicConfigContext).development) throw pageNotFound(request)
  return null
}

/** `?only=overlays` shows one group. */
export default function UiRoute() {
  const [search] = useSearchParams()
  return <UiPage only={search.get('only')} />
}
