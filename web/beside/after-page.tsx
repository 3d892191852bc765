import { Suspense, useEffect } from 'react'
import { resumeNavigation } from '#web/beside/resume-navigation.ts'
import { showWhenOffline } from '#web/beside/offline.ts'
import { lazyOptional } from '#web/layout/lazy-optional.ts'
import { hint } from '#web/persisted.ts'
import Toaster from '#web/ui/overlay/toaster.tsx'

const Hearts = lazyOptional(() => import('#web/beside/hearts.tsx'))
const SignedInParts = lazyOptional(() => import('#web/beside/signed-in-parts.tsx'))

/**
 * Everything outside the page's own content that can load later: it is loaded after the first load and does not count
 * towards it. Parts that belong inside the page are rendered into its placeholders with portals.
 */
export default function AfterPage() {
  const isSignedIn = hint(({ accountId }) => accountId !== null)
  useEffect(showWhenOffline, [])
  useEffect(resumeNavigation, [])
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

/** Marks the document as hydrated, for tests and measuring tools: this is the last effect of the first load. */
function markReady(): void {
  document.documentElement.dataset['ready'] = 'yes'
}
