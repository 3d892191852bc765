import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { api, ignoreRequestError } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'

/** The number of unread notices; null until it is known. */
export const unreadNotices = create<{ unread: number | null }>(() => ({ unread: null }))

export const setUnread = (unread: number): void => unreadNotices.setState({ unread })

async function countUnread(): Promise<void> {
  setUnread((await api('GET /v1/notices/unread', {})).unread)
}

/** Counts when the page opens and whenever a notice is sent or read, here or elsewhere. */
export function useUnreadNotices(): number | null {
  const count = useCallback(() => {
    // After a failure, the next event counts again.
    countUnread().catch(ignoreRequestError)
  }, [])
  useEffect(count, [count])
  useLive('notice', count)
  return unreadNotices(({ unread }) => unread)
}
