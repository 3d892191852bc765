import { use } from 'react'
import { Outlet, redirect } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { configOf } from '#web/layout/meta.ts'
import { RenderedContext } from '#web/layout/rendered.ts'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'
import type { Route } from './+types/account-layout.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your account · ${configOf(matches)?.site.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** Restricts everything below to signed-in users; the server has already redirected visitors without a session hint. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const { pathname, search } = new URL(request.url)
    if (!readHint()) throw redirect(paths.signIn(`${pathname}${search}`))
    return next()
  },
]

export { accountIconLinks as links } from '#web/ui/account-icons.ts'
export { checkIdsLoader as loader, loadNothing as clientLoader } from '#web/layout/page-check.ts'

export default function AccountLayout() {
  return <Outlet />
}

/** Returns the signed-in user's account, for the pages below `/account`. */
export function useAccount(): Account | null {
  const rendered = use(RenderedContext)
  return accountStore((state) => state.account) ?? rendered?.account ?? null
}
