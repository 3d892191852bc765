import { readDocument } from '#web/blog/read-document.ts'
import { TextPage } from '#web/blog/text-page.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { loadPayload } from '#web/layout/payload.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import type { Route } from './+types/help-article-page.ts'

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  readDocument({ context, request, section: 'help', slug: params.slug })

export const clientLoader = (args: Route.ClientLoaderArgs) =>
  loadPayload<Awaited<ReturnType<typeof loader>>>(args)

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  loaderData
    ? pageMeta(configOf(matches), {
        title: loaderData.document.title,
        description: loaderData.document.summary,
        path: location.pathname,
      })
    : []

export default function HelpArticlePage({ loaderData }: Route.ComponentProps) {
  const crumbs = [{ label: 'Help', href: paths.help() }, { label: loaderData.document.title }]
  return <TextPage {...loaderData} above={<Breadcrumbs crumbs={crumbs} renderLink={routerLink} />} />
}
