import { useEffect } from 'react'
import { api, ignoreRequestError } from '#web/api.ts'
import { setUnread, unreadNotices } from '#web/notices/unread.ts'

/** Marks the notices about a subject as read when its page is visible. */
export function useMarkAsRead(subjectId: string): void {
  const hasUnread = unreadNotices(({ unread }) => unread !== 0)
  useEffect(() => {
    if (!hasUnread || document.visibilityState !== 'visible') return
    api('POST /v1/notices/read', { body: { subjectId } }).then(
      ({ unread }) => setUnread(unread),
      // If this fails, the notice simply stays unread.
      ignoreRequestError,
    )
  }, [hasUnread, subjectId])
}
