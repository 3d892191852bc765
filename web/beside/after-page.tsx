import { Suspense, useEffect } from 'react'
import { followAnnouncements } from '#web/beside/follow-announcements.ts'
import { Hearts } from '#web/beside/hearts.tsx'
import { keepFocus } from '#web/beside/keep-focus.ts'
import { OfflineNotice } from '#web/beside/offline-notice.tsx'
import { useRetryOfUnanswered } from '#web/beside/retry-unanswered.ts'
import { interruptedKey, lostPressKey } from '#web/layout/build-check.ts'
import { lazyOptional, optional } from '#web/layout/lazy-optional.ts'
import { hint } from '#web/persisted.ts'
import { lazyOnInteraction } from '#web/ui/lazy-on-interaction.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

// Rendered by the layout, but loaded in one file with the rest.
export { Footer } from '#web/beside/footer.tsx'

const AfterInteraction = lazyOnInteraction(optional(() => import('#web/beside/after-interaction.tsx')))
// On a touch screen the first interaction may already be a swipe over a card.
const mayBeSwiped = () =>
  matchMedia('(any-pointer: coarse)').matches && document.querySelector('.sitter-card') !== null
const CardPhotos = lazyOnInteraction(
  optional(() => import('#web/search/card-photos.tsx')),
  null,
  mayBeSwiped,
)
const SignedInParts = lazyOptional(() => import('#web/beside/signed-in-parts.tsx'))

/**
 * Everything outside the page's own content that can load later: it is loaded after the first load and does not count
 * towards it. Parts that belong inside the page are rendered into its placeholders with portals.
 */
export default function AfterPage() {
  const isSignedIn = hint(({ accountId }) => accountId !== null)
  // Not hydrated: a part from the server that is still to be hydrated would delay every navigation until it is.
  const isHydrated = useHydrated()
  useRetryOfUnanswered()
  useEffect(resumeAfterReload, [])
  useEffect(keepFocus, [])
  useEffect(followAnnouncements, [])
  useEffect(markReady, [])
  return (
    <>
      {isHydrated && <AfterInteraction />}
      {isHydrated && <CardPhotos />}
      <OfflineNotice />
      <Hearts />
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

/** Missing code had the page reloaded: loads what continues the interrupted navigation or enters again what was typed. */
function resumeAfterReload(): void {
  if (!(interruptedKey in sessionStorage || lostPressKey in sessionStorage)) return
  void import('#web/beside/resume-navigation.ts').then(({ resumeNavigation }) => resumeNavigation())
}
