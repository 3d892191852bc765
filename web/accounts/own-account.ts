import { redirect } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { ApiProblem } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'

const hereIn = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search}`
}

/** The id of the signed-in account; without one the way leads to sign-in and back. */
export function ownAccountId(request: Request): string {
  const accountId = readHint()
  if (!accountId) throw redirect(paths.signIn(hereIn(request)))
  return accountId
}

/** A read of an account's page: a sign-in that has ended is renewed, and the way leads back to the same place. */
export async function whileSignedIn<T>(request: Request, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) throw redirect(paths.signIn(hereIn(request)))
    throw error
  }
}

/** The zone in which this person reads the time: the one they chose, else the device's. */
export const useViewerZone = (): string => accountStore(({ account }) => account?.timeZone) ?? deviceZone()
