import type { Route } from './+types/home-page.ts'
import { apiOf } from '#web/api.ts'
import { todayIn } from '#web/clock.ts'
import { cheapestOffers } from '#web/home/cheapest-offers.ts'
import { Hero } from '#web/home/hero.tsx'
import { newestPraise } from '#web/home/newest-praise.ts'
import { ServiceCards } from '#web/home/service-cards.tsx'
import { startPictureContext } from '#web/layout/contexts.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { paths } from '#web/paths.ts'
import { lazyOnInteraction } from '#web/ui/lazy-on-interaction.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const [offers, praise, posts, cities, everybody, { settings }] = await Promise.all([
    cheapestOffers(api),
    newestPraise(api),
    api('GET /v1/posts', { query: { limit: 3 } }),
    api('GET /v1/cities', {}),
    api('GET /v1/sitters', { query: { limit: 1 } }),
    api('GET /v1/settings', {}),
  ])
  return {
    offers,
    praise,
    posts: posts.items,
    cities: cities.items,
    sitters: { total: everybody.total, isCapped: everybody.totalIsCapped },
    settings,
    today: todayIn('UTC'),
    start: context.get(startPictureContext),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const config = configOf(matches)
  return pageMeta(config, {
    title: 'Someone lovely to stay with your best friend',
    description: config?.site.description ?? 'Find and book a pet sitter near you.',
    path: paths.home(),
    things: [
      {
        '@type': 'Organization',
        '@id': `${config?.site.url ?? ''}/#organization`,
        name: config?.site.name ?? '',
        url: `${config?.site.url ?? ''}/`,
        logo: `${config?.site.url ?? ''}/favicon.svg`,
      },
    ],
  })
}

export type HomeData = Route.ComponentProps['loaderData']

const BelowTheFold = lazyOnInteraction(() => import('#web/home/below-the-fold.tsx'))

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="grid gap-14 sm:gap-20">
      <Hero today={loaderData.today} settings={loaderData.settings} start={loaderData.start} />
      <ServiceCards offers={loaderData.offers} />
      <BelowTheFold data={loaderData} />
    </main>
  )
}
