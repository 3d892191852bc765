import { type ReactNode, useEffect } from 'react'
import { type LoaderFunctionArgs, useRevalidator } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { type Api, api, apiOf, ApiProblem } from '#web/api.ts'
import { viewerContext } from '#web/layout/contexts.ts'

type SignInAddress = { email: string | null; emailVerified: boolean }

/** The signed-in person, and the API as they may use it. */
export type Own = {
  accountId: string
  api: Api
  /** The address they sign in with; null if the session has just ended. */
  readAddress: () => Promise<SignInAddress | null>
}

type Args = Pick<LoaderFunctionArgs, 'request' | 'params'>
type Load<T> = (own: Own, args: Args) => Promise<T>

/**
 * Makes the server loader of a personal page. It returns null if the browser must load the data with its token: there
 * is no page session (decision 95), or the API refused something.
 */
export const loadOnServer =
  <T,>(load: Load<T>) =>
  async ({ context, ...args }: LoaderFunctionArgs): Promise<T | null> => {
    const viewer = context.get(viewerContext)
    if (!viewer) return null
    const { accountId, email, emailVerified } = viewer
    const readAddress = () => Promise.resolve({ email, emailVerified })
    try {
      return await load({ accountId, api: apiOf(context), readAddress }, args)
    } catch (error) {
      if (error instanceof ApiProblem) return null
      throw error
    }
  }

const readAddress = async () => (await import('#web/identity/session.ts')).waitForUser()

/** Makes the client loader of a personal page. Without a session it redirects to sign-in, which returns to this page. */
export const loadInBrowser =
  <T,>(load: Load<T>) =>
  (args: Args): Promise<T> =>
    whileSignedIn(args.request, load({ accountId: ownAccountId(args.request), api, readAddress }, args))

type OwnDataProps<T> = { data: T | null; loading: ReactNode; children: (data: T) => ReactNode }

/** Renders a personal page. If its server loader returned null, the client loader runs once the page is hydrated. */
export function OwnData<T>({ data, loading, children }: OwnDataProps<T>) {
  const { revalidate } = useRevalidator()
  const isMissing = data === null
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  return data === null ? loading : children(data)
}
