import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { startAnalytics, reportPage } from '#web/beside/analytics.ts'
import type { PublicConfig } from '#web/layout/contexts.ts'
import { paths } from '#web/paths.ts'
import { preferences } from '#web/persisted.ts'
import { Button } from '#web/ui/button.tsx'

/** Asks once, and only if the operator has enabled heat maps; both answers are equally easy. */
export default function Consent({ config }: { config: PublicConfig }) {
  const [asking, setAsking] = useState(false)
  useEffect(() => setAsking(preferences.getState().analytics === null), [])
  useAnalytics(config)
  if (!asking) return null
  const answer = (analytics: boolean) => {
    preferences.setState({ analytics })
    setAsking(false)
    void startAnalytics(config)
  }
  return (
    <>
      {/* Room below the page, so that its end can be scrolled above the question. */}
      <div className="h-64 print:hidden" />
      <section
        aria-label="Privacy"
        className="fixed inset-x-4 bottom-20 z-40 mx-auto grid max-w-[32rem] gap-3 rounded-card border bg-card p-5 shadow-card md:bottom-6"
      >
        <p>
          May we record how this site is used, without names, to make it better?{' '}
          <Link className="link" to={paths.legal('privacy-policy')}>
            What is recorded
          </Link>
        </p>
        <div className="flex gap-3">
          <Button onClick={() => answer(true)}>Allow</Button>
          <Button onClick={() => answer(false)}>Do not allow</Button>
        </div>
      </section>
    </>
  )
}

/** Starts analytics as soon as allowed, and reports each page after the first. */
function useAnalytics(config: PublicConfig): void {
  const { pathname } = useLocation()
  const reportedPath = useRef(pathname)
  useEffect(() => void startAnalytics(config), [config])
  useEffect(() => {
    if (reportedPath.current === pathname) return
    reportedPath.current = pathname
    void reportPage(pathname)
  }, [pathname])
}
