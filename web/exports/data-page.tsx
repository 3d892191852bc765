import { redirect } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { BlocksSection } from '#web/accounts/parts/blocks-section.tsx'
import { PreferencesSection } from '#web/accounts/parts/preferences-section.tsx'
import { api, ignoreRequestError } from '#web/api.ts'
import { CopyCard } from '#web/exports/copy-card.tsx'
import { DeleteCard } from '#web/identity/security/delete-card.tsx'
import { personOf } from '#web/identity/security/person.ts'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/data-page.ts'

async function load(request: Request, accountId: string) {
  const { freshUser } = await import('#web/identity/session.ts')
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const [copies, blocks] = await Promise.all([
    api('GET /v1/accounts/:accountId/exports', { params: { accountId } }),
    // The rest of the page works without the blocked people.
    api('GET /v1/blocks', {}).catch(ignoreRequestError),
  ])
  return { accountId, person: personOf(user), copies, blocks: blocks?.items ?? [] }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whileSignedIn(request, load(request, ownAccountId(request)))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Privacy and data',
  description:
    'What this browser stores, whom you have blocked, a copy of your data, and deleting your account.',
  path: paths.ownData(),
})

export const HydrateFallback = () => (
  <AccountLoading section="data" label="Loading your data" blocks={['h-12', 'h-40', 'h-64', 'h-60']} />
)

export default function DataPage({ loaderData }: Route.ComponentProps) {
  const { accountId, person, copies, blocks } = loaderData
  return (
    <AccountFrame section="data">
      <h1>Privacy and data</h1>
      <CopyCard accountId={accountId} person={person} initial={copies} />
      <PreferencesSection />
      <BlocksSection initial={blocks} />
      <DeleteCard person={person} accountId={accountId} />
    </AccountFrame>
  )
}
