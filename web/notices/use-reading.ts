import { useEffect } from 'react'
import { api } from '#web/api.ts'
import { passOver } from '#web/notices/pass-over.ts'
import { setUnread, unreadNotices } from '#web/notices/unread.ts'

/** Who looks at the page of a thing has read what the bell says of it. */
export function useReading(subjectId: string): void {
  const hasUnread = unreadNotices(({ unread }) => unread !== 0)
  useEffect(() => {
    if (!hasUnread || document.visibilityState !== 'visible') return
    api('POST /v1/notices/read', { body: { subjectId } }).then(
      ({ unread }) => setUnread(unread),
      // It stays unread in the bell, which is no reason to disturb.
      passOver,
    )
  }, [hasUnread, subjectId])
}
