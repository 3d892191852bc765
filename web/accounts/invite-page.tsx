import { useEffect } from 'react'
import { Link } from 'react-router'
import { storeInviteCode } from '#web/accounts/invite-code.ts'
import { creditWords, feeWords } from '#web/accounts/parts/invite-words.ts'
import { apiOf } from '#web/api.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { orNotFound } from '#web/layout/page-check.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Route } from './+types/invite-page.ts'

export async function loader({ context, request, params: { code } }: Route.LoaderArgs) {
  const invite = await orNotFound(request, apiOf(context)('GET /v1/invites/:code', { params: { code } }))
  return { code, invite }
}

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `${loaderData.invite.name} has invited you` : 'Invitation',
    description: 'Find somebody who looks after your pet, at a price you see in full before you ask.',
    path: location.pathname,
    noindex: true,
  })

/** Stores the invitation code in this browser until an account is created here. */
export default function InvitePage({ loaderData: { code, invite } }: Route.ComponentProps) {
  const { name, sitterId } = invite
  useEffect(() => storeInviteCode(code), [code])
  const credit = creditWords(invite, 'your')
  return (
    <main className="page grid max-w-[44rem] gap-6 py-10">
      <h1>{`${name} has invited you`}</h1>
      <Card className="grid gap-4">
        <p>
          Here you find people near you who look after pets, with the full price, fees included, before you
          ask anybody.
        </p>
        {sitterId && (
          <p>{`${name} is a sitter too. If you book ${name}, you pay the usual price, and ${name} pays ${feeWords(invite)}.`}</p>
        )}
        {credit && (
          <p>
            {credit}
            {sitterId && ` A booking with ${name} does not count towards it.`}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Link
            to={paths.signUp(sitterId ? paths.sitter(sitterId) : undefined)}
            className={buttonStyle({ kind: 'primary' })}
          >
            Create my account
          </Link>
          <Link to={sitterId ? paths.sitter(sitterId) : paths.sitters()} className={buttonStyle()}>
            {sitterId ? `See the profile of ${name}` : 'Look around first'}
          </Link>
        </div>
        <p className="text-sm text-ink-2">
          {`This site keeps ${name}’s invitation in a cookie until you have an account.`}
        </p>
      </Card>
    </main>
  )
}
