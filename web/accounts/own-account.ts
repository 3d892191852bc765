import { redirect } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { dayIn, deviceZone } from '#web/clock.ts'
import { useRendered } from '#web/layout/rendered.ts'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'

const pathWithSearch = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search}`
}

/** Returns the id of the signed-in account; without one, redirects to sign-in, which returns to this page. */
export function ownAccountId(request: Request): string {
  const accountId = readHint()
  if (!accountId) throw redirect(paths.signIn(pathWithSearch(request)))
  return accountId
}

/** Awaits a read of an account page; if the session has ended, redirects to sign-in, which returns to this page. */
export async function whileSignedIn<T>(request: Request, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401)
      throw redirect(paths.signIn(pathWithSearch(request)))
    throw error
  }
}

/** Returns the time zone in which the user reads times: the one they chose, or else the device's. */
export function useViewerZone(): string {
  const chosen = accountStore(({ account }) => account?.timeZone)
  return useRendered()?.zone ?? chosen ?? deviceZone()
}

/** Returns today's date where the user is. */
export const useToday = (): string => dayIn(new Date(useNow()).toISOString(), useViewerZone())
