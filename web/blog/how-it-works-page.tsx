import { Link, useSearchParams } from 'react-router'
import { apiOf } from '#web/api.ts'
import { DocumentText } from '#web/blog/document-text.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { loadPayload } from '#web/layout/payload.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/how-it-works-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = apiOf(context)
  const read = (slug: string) =>
    api('GET /v1/documents/:section/:slug', { params: { section: 'how-it-works', slug } })
  const [owner, sitter, settings] = await Promise.all([
    read('owner'),
    read('sitter'),
    api('GET /v1/settings', {}),
  ])
  return { owner, sitter, settings }
}

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadPayload<Awaited<ReturnType<typeof loader>>>(args)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'How it works',
    description: 'How owners find and book a sitter, how sitters earn, and what the fee is, worked out live.',
    path: '/how-it-works',
  })

export default function HowItWorksPage({ loaderData: { owner, sitter, settings } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const forSitters = search.get('tab') === 'sitter'
  return (
    <main className="page max-w-[52rem] py-10">
      <h1 className="mb-6">How it works</h1>
      <TabLinks
        label="For whom"
        renderLink={routerLink}
        links={[
          { href: paths.howItWorks('owner'), label: 'For owners', current: !forSitters },
          { href: paths.howItWorks('sitter'), label: 'For sitters', current: forSitters },
        ]}
      />
      <div className="mt-8">
        <DocumentText document={forSitters ? sitter : owner} settings={settings} />
      </div>
      <p className="mt-10">
        <Link
          className={buttonStyle({ kind: 'primary', size: 'large' })}
          to={forSitters ? paths.newSitter() : paths.sitters()}
        >
          {forSitters ? 'Become a sitter' : 'Find a sitter'}
        </Link>
      </p>
    </main>
  )
}
