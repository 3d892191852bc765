import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { ApiProblem } from '#web/api.ts'
import { pageNotFound } from '#web/layout/page-check.ts'

/** A read of an operator's page, which to everybody else is a page that does not exist. */
export async function asOperator<T>(request: Request, read: () => Promise<T>): Promise<T> {
  ownAccountId(request)
  try {
    return await whileSignedIn(request, read())
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 403 || error.status === 404))
      throw pageNotFound(request)
    throw error
  }
}
