import { redirect, useRevalidator } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { identityMessage } from '#web/identity/messages.ts'
import { DeleteCard } from '#web/identity/security/delete-card.tsx'
import { EmailCard } from '#web/identity/security/email-card.tsx'
import { PasswordCard } from '#web/identity/security/password-card.tsx'
import { personOf } from '#web/identity/security/person.ts'
import { SessionsCard } from '#web/identity/security/sessions-card.tsx'
import { SignInMethodsCard } from '#web/identity/security/sign-in-methods-card.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { publicConfig } from '#web/layout/start-app.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
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

async function load(request: Request, accountId: string) {
  const { freshUser, takeRedirect } = await import('#web/identity/session.ts')
  const outcome = await outcomeOfRedirect(takeRedirect)
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const sessions =
    publicConfig().identity.mode === 'embedded' ? (await api('GET /v1/sessions', {})).items : null
  return { accountId, person: personOf(user), sessions, outcome }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whileSignedIn(request, load(request, ownAccountId(request)))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Security and sign-in',
    description: 'Your password, your ways to sign in and your devices.',
    path: paths.security(),
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[46rem] py-10">
      <Loading label="Loading your security settings" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-52 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    </main>
  )
}

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { accountId, person, sessions, outcome } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <main className="page grid max-w-[46rem] gap-6 py-10">
      <header className="grid gap-3">
        <Breadcrumbs
          crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Security and sign-in' }]}
          renderLink={routerLink}
        />
        <h1>Security and sign-in</h1>
      </header>
      {outcome && (
        <Notice kind={outcome.kind} announced>
          {outcome.text}
        </Notice>
      )}
      <EmailCard person={person} />
      <PasswordCard person={person} onChanged={revalidate} />
      <SignInMethodsCard person={person} onChanged={revalidate} />
      {sessions && <SessionsCard key={sessions.map(({ id }) => id).join()} sessions={sessions} />}
      <DeleteCard person={person} accountId={accountId} />
    </main>
  )
}
