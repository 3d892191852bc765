import { api, ignoreRequestError } from '#web/api.ts'
import { announcementsNow } from '#web/layout/announcements-now.ts'

/**
 * How long an open page trusts its announcements: five minutes. They are planned hours ahead, so nobody misses one, and a
 * thousand people who are looking at a page ask three times a second, which the server answers from its memory.
 */
const lifetimeMilliseconds = 3e5
/** How often the page compares the time. A timer of five minutes would often fire just before they are over. */
const tickMilliseconds = 15e3

/** Reads the announcements again when they are old and somebody looks at the page; returns a function that ends it. */
export function followAnnouncements(): () => void {
  let readAt = performance.now()
  const readWhenOld = () => {
    if (document.visibilityState !== 'visible' || performance.now() - readAt < lifetimeMilliseconds) return
    readAt = performance.now()
    api('GET /v1/announcements/shown', {}, { anonymous: true }).then(
      ({ announcements }) => announcementsNow.setState({ asked: announcements }),
      ignoreRequestError,
    )
  }
  const timer = setInterval(readWhenOld, tickMilliseconds)
  document.addEventListener('visibilitychange', readWhenOld)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', readWhenOld)
  }
}
