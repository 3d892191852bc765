import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { beside } from '#web/layout/beside.ts'
import { BottomBar } from '#web/layout/bottom-bar.tsx'
import { ErrorView } from '#web/layout/error-view.tsx'
import { Header } from '#web/layout/header.tsx'
import { useConfig } from '#web/layout/use-config.ts'

// Only where heat maps are on; the pages of signing in, whose addresses may hold codes, have no such frame.
const Consent = beside(() => import('#web/beside/consent.tsx'))

// Not `late`: every change of the router's state passes through here, and would wait for somebody to act.
const Footer = beside(() => import('#web/beside/footer.tsx'))

/** What a page may say about its frame, as `export const handle`. */
export type PageHandle = {
  header?: 'search'
  /** Stands in the header in place of the main links, such as the search of the results. */
  HeaderContent?: ComponentType
  width?: 'full'
  /** For pages that fill the window. */
  footer?: false
}

/** Header, page, footer. */
export default function SiteLayout() {
  const handle = useMatches().findLast((match) => match.handle)?.handle as PageHandle | undefined
  return (
    <Frame {...handle}>
      <Outlet />
    </Frame>
  )
}

/** An error of a page stands in the same frame as the page would. */
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
  const config = useConfig()
  useFocusOnHeading()
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Header compact={header === 'search'} Content={HeaderContent} />
      <div
        id="main"
        tabIndex={-1}
        aria-busy={state === 'loading'}
        className="min-h-[60vh] outline-none"
        data-hj-suppress={/^\/(account|admin)/.test(pathname) || undefined}
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

/** A navigation moves the focus to the new page's heading. */
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
