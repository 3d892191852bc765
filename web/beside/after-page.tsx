import { Suspense, useEffect } from 'react'
import { goOn } from '#web/beside/go-on.ts'
import { sayWhenOffline } from '#web/beside/offline.ts'
import { beside } from '#web/layout/beside.ts'
import { hint } from '#web/persisted.ts'
import Toaster from '#web/ui/overlay/toaster.tsx'

const Hearts = beside(() => import('#web/beside/hearts.tsx'))
const SignedInParts = beside(() => import('#web/beside/signed-in-parts.tsx'))

/**
 * What stands beside every page and no page waits for: it comes after the first load, so nothing here counts as part of
 * it. Parts that belong into the page are put into its placeholders by portals.
 */
export default function AfterPage() {
  const isSignedIn = hint(({ accountId }) => accountId !== null)
  useEffect(sayWhenOffline, [])
  useEffect(goOn, [])
  useEffect(markReady, [])
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

/** Says, for tests and for tools that measure, that all the code of this page runs: the last effect of its first load. */
function markReady(): void {
  document.documentElement.dataset['ready'] = 'yes'
}
