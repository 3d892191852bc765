import { lazy, Suspense } from 'react'
import Toaster from '#web/ui/toaster.tsx'
import { hint } from '#web/persisted.ts'

const Hearts = lazy(() => import('#web/beside/hearts.tsx'))
const SignedInParts = lazy(() => import('#web/beside/signed-in-parts.tsx'))

/**
 * What stands beside every page and no page waits for: it comes after the first load, so nothing here counts as part of
 * it. Parts that belong into the page are put into its placeholders by portals.
 */
export default function AfterPage() {
  const isSignedIn = hint(({ accountId }) => accountId !== null)
  return (
    <>
      <Toaster />
      <Suspense>
        <Hearts />
      </Suspense>
      {isSignedIn && (
        <Suspense>
          <SignedInParts />
        </Suspense>
      )}
    </>
  )
}
