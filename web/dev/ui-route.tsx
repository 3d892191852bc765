import { useSearchParams } from 'react-router'
import UiPage from './ui-page.tsx'

export const meta = () => [{ title: 'Parts · Sitwell' }, { name: 'robots', content: 'noindex' }]

/** `?only=overlays` shows one group. */
export default function UiRoute() {
  const [search] = useSearchParams()
  return <UiPage only={search.get('only')} />
}
