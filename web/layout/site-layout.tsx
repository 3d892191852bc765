import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { announcementsNow } from '#web/layout/announcements-now.ts'
import { lazyOptional } from '#web/layout/lazy-optional.ts'
import { BottomBar } from '#web/layout/bottom-bar.tsx'
import { ErrorView } from '#web/layout/error-view.tsx'
import { Header } from '#web/layout/header.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { cx } from '#web/ui/cx.ts'

// Shown only if heat maps are enabled. The sign-in pages, whose addresses may hold codes, do not use this layout.
const Consent = lazyOptional(() => import('#web/beside/consent.tsx'))

const Announcements = lazyOptional(() => import('#web/beside/announcements.tsx'))

// Not `lazyOnInteraction`: every router state change updates this component, and would wait for user interaction.
const Footer = lazyOptional(async () => ({ default: (await import('#web/beside/after-page.tsx')).Footer }))

/** Layout options of a page, as `export const handle`. */
export type PageHandle = {
  header?: 'search'
  /** Replaces the main links in the header, such as the search form of the search results. */
  HeaderContent?: ComponentType
  width?: 'full'
  /** False for pages that fill the window. */
  footer?: false
}

export default function SiteLayout() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pages type what they export as `handle`; the router does not
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined
  return (
    <Frame {...handle}>
      <Outlet />
    </Frame>
  )
}

/** Renders a page's error in the same layout as the page. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Frame>
      <ErrorView error={error} />
    </Frame>
  )
}

function Frame({ header, HeaderContent, footer, children }: PageHandle & { children: ReactNode }) {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  // Their data may arrive after a placeholder of another height, which would move a footer in sight.
  const isOwn = /^\/(account|admin)/.test(pathname)
  const config = useConfig()
  const { asked: announcements = config?.announcements } = announcementsNow()
  useFocusOnHeading()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      {announcements && (
        <Suspense>
          <Announcements {...announcements} />
        </Suspense>
      )}
      <Header compact={header === 'search'} Content={HeaderContent} />
      <div
        id="main"
        tabIndex={-1}
        aria-busy={state === 'loading'}
        className={cx('page-content outline-none', isOwn ? 'min-h-dvh' : 'min-h-[60vh]')}
        data-hj-suppress={isOwn || undefined}
      >
        {children}
      </div>
      {footer !== false && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      <BottomBar />
      {config?.hotjarEnabled && (
        <Suspense>
          <Consent config={config} />
        </Suspense>
      )}
    </>
  )
}

/** Moves the focus to the new page's heading after a navigation. */
function useFocusOnHeading(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('#main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}
