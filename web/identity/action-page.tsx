import { useSearchParams } from 'react-router'
import { ActionFailed } from '#web/identity/actions/action-failed.tsx'
import { ConfirmCode } from '#web/identity/actions/confirm-code.tsx'
import { NewPassword } from '#web/identity/actions/new-password.tsx'
import { SignInByLink } from '#web/identity/actions/sign-in-by-link.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { safeNext } from '#web/paths.ts'
import type { Route } from './+types/action-page.ts'

/**
 * The page that all links in our mails open. Opening it does not consume the link, because mail scanners open links
 * too; a button does.
 */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(configOf(matches), {
    title: 'Your link',
    description: 'What the link in a mail does.',
    path: '/auth/action',
    noindex: true,
  }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ActionPage() {
  const [query] = useSearchParams()
  const [mode, code] = [query.get('mode'), query.get('oobCode')]
  const next = pathOf(query.get('continueUrl'))
  if (!code)
    return <ActionFailed message="This link is not complete. Copy the whole address from the mail." />
  switch (mode) {
    case 'resetPassword':
      return <NewPassword code={code} next={next} />
    case 'verifyEmail':
    case 'verifyAndChangeEmail':
    case 'recoverEmail':
      return <ConfirmCode mode={mode} code={code} next={next} />
    case 'signIn':
      return <SignInByLink next={next} />
    default:
      return (
        <ActionFailed message="We do not know what this link is for. Copy the whole address from the mail." />
      )
  }
}

/** Returns the path of an address on this site; for any other address, the default page after sign-in. */
function pathOf(address: string | null): string {
  if (!address || !URL.canParse(address)) return safeNext(null)
  const { origin, pathname, search } = new URL(address)
  const here = typeof location === 'undefined' || location.origin === origin
  return safeNext(here ? `${pathname}${search}` : null)
}
