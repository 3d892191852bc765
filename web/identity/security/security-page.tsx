import { redirect, useRevalidator } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { api } from '#web/api.ts'
import { identityMessage } from '#web/identity/messages.ts'
import { EmailCard } from '#web/identity/security/email-card.tsx'
import { PasswordCard } from '#web/identity/security/password-card.tsx'
import { personOf } from '#web/identity/security/person.ts'
import { SessionsCard } from '#web/identity/security/sessions-card.tsx'
import { SignInMethodsCard } from '#web/identity/security/sign-in-methods-card.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { publicConfig } from '#web/layout/start-app.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/security-page.ts'

/** Describes the result of a redirect to an external provider. */
async function outcomeOfRedirect(takeRedirect: () => Promise<string | null>) {
  try {
    const kind = await takeRedirect()
    if (kind === 'link') return { kind: 'success', text: 'The other service is connected now.' } as const
    if (kind === 'reauthenticate')
      return { kind: 'success', text: 'Thank you for confirming. Now repeat what you wanted to do.' } as const
    return null
  } catch (error) {
    return { kind: 'error', text: identityMessage(error) } as const
  }
}

async function load(request: Request) {
  const { freshUser, takeRedirect } = await import('#web/identity/session.ts')
  const outcome = await outcomeOfRedirect(takeRedirect)
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const sessions =
    publicConfig().identity.mode === 'embedded' ? (await api('GET /v1/sessions', {})).items : null
  return { person: personOf(user), sessions, outcome }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  return whileSignedIn(request, load(request))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Security and sign-in',
  description: 'Your password, your ways to sign in and your devices.',
  path: paths.security(),
})

export const HydrateFallback = () => (
  <AccountLoading
    section="security"
    label="Loading your security settings"
    blocks={['h-64', 'h-52', 'h-60']}
  />
)

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { person, sessions, outcome } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <AccountFrame section="security">
      <h1>Security and sign-in</h1>
      {outcome && (
        <Notice kind={outcome.kind} announced>
          {outcome.text}
        </Notice>
      )}
      <EmailCard person={person} />
      <PasswordCard person={person} onChanged={revalidate} />
      <SignInMethodsCard person={person} onChanged={revalidate} />
      {sessions && <SessionsCard key={sessions.map(({ id }) => id).join()} sessions={sessions} />}
    </AccountFrame>
  )
}
