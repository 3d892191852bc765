import { useNavigate } from 'react-router'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { asOperator } from '#web/admin/operator.ts'
import { Decision } from '#web/admin/parts/decision.tsx'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Preview } from '#web/sitters/own/preview.tsx'
import { sitterFormOf } from '#web/sitters/own/sitter-form.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/sitter-page.ts'

export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => {
  const sitterId = checkId(params.sitterId, request)
  return asOperator(request, () => api('GET /v1/admin/sitters/:sitterId', { params: { sitterId } }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `Check ${loaderData.sitter.name}` : 'Profile to check',
    description: 'A sitter profile waiting to be published.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[56rem] py-8">
      <Loading label="Loading the profile" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}

export default function SitterPage({ loaderData: { sitter, submittedAt } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const zone = useViewerZone()
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Profiles to check', href: paths.waitingSitters() }, { label: sitter.name }]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <h1>{sitter.name}</h1>
        <p className="text-ink-2">
          Waiting since <time dateTime={submittedAt}>{formatInstant(submittedAt, zone)}</time>. This is what
          everybody would see.
        </p>
      </header>
      <Preview
        form={sitterFormOf(sitter)}
        name={sitter.name}
        face={sitter.face}
        currency={sitter.currency}
        label={`The profile of ${sitter.name} as owners would see it`}
      />
      <Decision sitter={sitter} onDecided={() => void navigate(paths.waitingSitters())} />
    </main>
  )
}
