import type { OwnInvite } from '#contract/bookings/invites.ts'
import { formatMoney } from '#contract/words.ts'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { CopyLink } from '#web/accounts/parts/copy-link.tsx'
import { creditWords, feeWords } from '#web/accounts/parts/invite-words.ts'
import { api } from '#web/api.ts'
import { formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Route } from './+types/own-invite-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whileSignedIn(
    request,
    api('GET /v1/accounts/:accountId/invite', { params: { accountId: ownAccountId(request) } }),
  )
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Invite somebody',
  description: 'Your own link, who used it, and your credits.',
  path: paths.ownInvite(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your link" blocks={['h-64', 'h-32']} narrow />
)

export default function OwnInvitePage({ loaderData: invite }: Route.ComponentProps) {
  const site = useConfig()?.site
  const credit = creditWords(invite, 'your friend’s')
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Invite somebody' }]}
        renderLink={routerLink}
      />
      <h1>Invite somebody</h1>
      <Card className="grid gap-4">
        <CopyLink label="Your link" url={`${site?.url ?? ''}${paths.invite(invite.code)}`} />
        {typeof navigator.share === 'function' && (
          <p>
            <ShareButton
              title={`An invitation to ${site?.name}`}
              path={paths.invite(invite.code)}
              kind="secondary"
              size="medium"
            />
          </p>
        )}
        <p>It works for people who are new here and create an account after opening it.</p>
        {credit && <p>{`${credit} The booking can be with any sitter except you.`}</p>}
        {invite.isSitter && (
          <p>{`You pay ${feeWords(invite)} when somebody who used your link books you. The owner’s price stays the same.`}</p>
        )}
        <p className="font-semibold">
          {invite.invited === 0
            ? 'Nobody has used it yet.'
            : `${plural(invite.invited, 'person has', 'people have')} used it.`}
        </p>
      </Card>
      <Credits credits={invite.credits} />
    </main>
  )
}

const states = { free: 'For your next request', reserved: 'In an open request', used: 'Used' }

function Credits({ credits }: Pick<OwnInvite, 'credits'>) {
  const zone = useViewerZone()
  if (credits.length === 0) return null
  return (
    <Card as="section" aria-labelledby="credits">
      <h2 id="credits" className="mb-2 text-xl">
        Your credits
      </h2>
      <ul className="divide-y">
        {credits.map(({ amount, currency, earnedAt, status }, index) => (
          <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="figures font-semibold">{formatMoney(amount, currency)}</span>
            <Badge tone={status === 'free' ? 'green' : 'neutral'}>{states[status]}</Badge>
            <span className="text-sm text-ink-2 sm:ml-auto">{`Earned ${formatInstant(earnedAt, zone)}`}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        Each request uses one credit. Whatever the booking does not need lapses; if the request does not lead
        to a booking, you get the credit back.
      </p>
    </Card>
  )
}
