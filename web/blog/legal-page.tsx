import { readDocument } from '#web/blog/read-document.ts'
import { TextPage } from '#web/blog/text-page.tsx'
import { formatDay } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { loadPayload } from '#web/layout/payload.ts'
import type { Route } from './+types/legal-page.ts'

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  readDocument({ context, request, section: 'legal', slug: params.page })

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

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { version, effectiveOn } = loaderData.document
  const note =
    version && effectiveOn && `Version ${version}, in force since ${formatDay(effectiveOn, 'long')}`
  return <TextPage {...loaderData} note={note} />
}
