import { redirect } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { api } from '#web/api.ts'
import { personOf } from '#web/identity/security/person.ts'
import { ownKeys } from '#web/keys/key-kind.ts'
import { KeysCard } from '#web/keys/keys-card.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { ownWebhooks } from '#web/webhooks/webhook-calls.ts'
import { WebhooksCard } from '#web/webhooks/webhooks-card.tsx'
import type { Route } from './+types/developers-page.ts'

async function load(request: Request, accountId: string) {
  const { freshUser } = await import('#web/identity/session.ts')
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const [{ items: keys }, { items: webhooks }] = await Promise.all([
    api('GET /v1/api-keys', {}),
    api('GET /v1/webhooks', {}),
  ])
  return { accountId, person: personOf(user), keys, webhooks }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whileSignedIn(request, load(request, ownAccountId(request)))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'For developers',
  description:
    'API keys with which your own programs act as you, and webhooks that tell them of your bookings.',
  path: paths.developers(),
})

export const HydrateFallback = () => (
  <AccountLoading
    section="developers"
    label="Loading your keys and webhooks"
    blocks={['h-24', 'h-64', 'h-64']}
  />
)

export default function DevelopersPage({ loaderData }: Route.ComponentProps) {
  const { accountId, person, keys, webhooks } = loaderData
  return (
    <AccountFrame section="developers">
      <header className="grid gap-2">
        <h1>For developers</h1>
        <p className="max-w-measure text-ink-2">
          Connect your own programs, for example your business calendar. The{' '}
          <a href="/v1/docs" className="link">
            list of all calls
          </a>{' '}
          says what each can do.
        </p>
      </header>
      <KeysCard person={person} initial={keys} kind={ownKeys}>
        <p className="max-w-measure text-ink-2">
          A program that has a key can act as you, within what you allow. No key can delete your account, pay,
          see codes of homes or help to run the site.
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          The id of your account: <code>{accountId}</code>
        </p>
      </KeysCard>
      <WebhooksCard person={person} initial={webhooks} calls={ownWebhooks} label="Your webhooks">
        Your own server is told at once when something happens in your bookings, as owner or as sitter. Each
        message is signed and names the booking; your server asks for details with an API key.
      </WebhooksCard>
    </AccountFrame>
  )
}
