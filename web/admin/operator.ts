import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { ApiProblem } from '#web/api.ts'
import { pageNotFound } from '#web/layout/page-check.ts'

/** Awaits a read of an operator's page; anybody else gets a "page not found". */
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
