import { lazy, Suspense } from 'react'
import { redirect } from 'react-router'
import { asOperator } from '#web/admin/operator.ts'
import { api } from '#web/api.ts'
import { personOf } from '#web/identity/security/person.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/integrations-page.ts'

const Integrations = lazy(() => import('#web/admin/parts/integrations.tsx'))

async function load(request: Request) {
  const { freshUser } = await import('#web/identity/session.ts')
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const [{ items: keys }, { items: webhooks }] = await Promise.all([
    api('GET /v1/admin/api-keys', {}),
    api('GET /v1/admin/webhooks', {}),
  ])
  return { person: personOf(user), keys, webhooks }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => asOperator(request, () => load(request))
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Integrations',
  description: 'API keys and webhooks for the programs with which the site is run.',
  path: '/admin/integrations',
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading the keys and webhooks" blocks={['h-64', 'h-64']} />
)

const loading = (
  <Loading label="Loading the keys and webhooks">
    <Skeleton className="h-64 rounded-card" />
  </Loading>
)

export default function IntegrationsPage({ loaderData: { person, keys, webhooks } }: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Integrations</h1>
        <p className="max-w-measure text-ink-2">
          Connect programs with which you run the site, for example your accounting. What is here belongs to
          the site and stays when the person who added it leaves. Delete what is no longer used.
        </p>
      </header>
      <Suspense fallback={loading}>
        <Integrations person={person} keys={keys} webhooks={webhooks} />
      </Suspense>
    </main>
  )
}
