import { Link } from 'react-router'
import { apiOf } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { loadPayload } from '#web/layout/payload.ts'
import { paths } from '#web/paths.ts'
import { Card, coverLink } from '#web/ui/card.tsx'
import type { Route } from './+types/help-page.ts'

export const loader = ({ context }: Route.LoaderArgs) => apiOf(context)('GET /v1/help', {})

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadPayload<Awaited<ReturnType<typeof loader>>>(args)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Help',
    description: 'Short answers for owners and sitters.',
    path: '/help',
  })

const audiences = { owner: 'For owners', sitter: 'For sitters', both: 'For everybody' } as const

export default function HelpPage({ loaderData: { items } }: Route.ComponentProps) {
  return (
    <main className="page max-w-[60rem] py-10">
      <h1 className="mb-6">Help</h1>
      {(['both', 'owner', 'sitter'] as const).map((audience) => {
        const articles = items.filter((item) => item.audience === audience)
        return articles.length === 0 ? null : (
          <section key={audience} className="mb-10">
            <h2 className="mb-4 text-xl">{audiences[audience]}</h2>
            <ul className="grid gap-4 sm:grid-cols-2">
              {articles.map(({ slug, title, summary }) => (
                <li key={slug}>
                  <Card interactive className="relative h-full">
                    <h3 className="text-lg">
                      <Link to={paths.helpArticle(slug)} className={coverLink}>
                        {title}
                      </Link>
                    </h3>
                    <p className="mt-1 text-ink-2">{summary}</p>
                  </Card>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </main>
  )
}
