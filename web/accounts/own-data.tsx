import { type ReactNode, useEffect } from 'react'
import { type LoaderFunctionArgs, useRevalidator } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { type Api, api, apiOf, ApiProblem } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import { viewerContext } from '#web/layout/contexts.ts'
import { type Rendered, RenderedContext } from '#web/layout/rendered.ts'
import { deviceZoneOf } from '#web/persisted.ts'

type SignInAddress = { email: string | null; emailVerified: boolean }

/** The signed-in person, and the API as they may use it. */
export type Own = {
  accountId: string
  api: Api
  readAccount: () => Promise<Account>
  /** The address they sign in with; null if the session has just ended. */
  readAddress: () => Promise<SignInAddress | null>
}

type Args = Pick<LoaderFunctionArgs, 'request' | 'params'>
type Load<T> = (own: Own, args: Args) => Promise<T>
/** `rendered` is null if the browser has loaded the data. */
type Loaded<T> = { data: T; rendered: Rendered | null }

/**
 * Makes the server loader of a personal page. It returns null if the browser must load the data with its token: there
 * is no page session (decision 95), or the API refused something.
 */
export const loadOnServer =
  <T,>(load: Load<T>) =>
  async ({ context, ...args }: LoaderFunctionArgs): Promise<Loaded<T> | null> => {
    const viewer = context.get(viewerContext)
    if (!viewer) return null
    const { accountId, email, emailVerified } = viewer
    const api = apiOf(context)
    try {
      const reading = api('GET /v1/accounts/by-id/:accountId', { params: { accountId } })
      const own: Own = {
        accountId,
        api,
        readAccount: () => reading,
        readAddress: () => Promise.resolve({ email, emailVerified }),
      }
      const [account, data] = await Promise.all([reading, load(own, args)])
      const zone = account.timeZone ?? deviceZoneOf(args.request) ?? 'UTC'
      return { data, rendered: { account, at: nowInstant(), zone } }
    } catch (error) {
      if (error instanceof ApiProblem) return null
      throw error
    }
  }

/** Makes the client loader of a personal page. Without a session it redirects to sign-in, which returns to this page. */
export const loadInBrowser =
  <T,>(load: Load<T>) =>
  async (args: Args): Promise<Loaded<T>> => {
    const accountId = ownAccountId(args.request)
    const readAccount = async () =>
      accountStore.getState().account ??
      (await api('GET /v1/accounts/by-id/:accountId', { params: { accountId } }))
    const own = { accountId, api, readAccount, readAddress }
    return { data: await whileSignedIn(args.request, load(own, args)), rendered: null }
  }

const readAddress = async () => (await import('#web/identity/session.ts')).waitForUser()

type OwnDataProps<T> = { loaded: Loaded<T> | null; loading: ReactNode; children: (data: T) => ReactNode }

/** Renders a personal page. If its server loader returned null, the client loader runs once the page is hydrated. */
export function OwnData<T>({ loaded, loading, children }: OwnDataProps<T>) {
  const { revalidate } = useRevalidator()
  const isMissing = loaded === null
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  if (loaded === null) return loading
  return <RenderedContext value={loaded.rendered}>{children(loaded.data)}</RenderedContext>
}
