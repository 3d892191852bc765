import { useEffect, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'
import { setUnread } from '#web/notices/unread.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

export type NoticesPage = EndpointResponse<Endpoints['GET /v1/notices']>

export const readNoticesPage = (cursor?: string) => api('GET /v1/notices', { query: { cursor } })

/** The list of notices with its pages, live updates and actions. */
export function useNotices(loaded: NoticesPage) {
  const [page, setPage] = useState(loaded)
  const { pending, errors, attempt, run } = useSaving()
  useEffect(() => setPage(loaded), [loaded])
  useEffect(() => setUnread(page.unread), [page.unread])

  /** Reads the first page again and discards the later ones. */
  const refresh = async () => setPage(await readNoticesPage())
  useLive('notice', () => {
    // After a failure, the next event or visit reads the list again.
    refresh().catch(ignoreRequestError)
  })

  const more = () =>
    run(async () => {
      if (page.nextCursor === null) return
      const next = await readNoticesPage(page.nextCursor)
      setPage((before) => ({
        ...next,
        items: [
          ...before.items,
          ...next.items.filter(({ id }) => !before.items.some((one) => one.id === id)),
        ],
      }))
    })

  const read = (what: { id: string } | { allUntil: string }, toastMessage: string) =>
    run(async () => {
      const { readAt, unread } = await api('POST /v1/notices/read', { body: what })
      const isMeant = (id: string) => !('id' in what) || id === what.id
      setPage((before) => ({
        ...before,
        unread,
        items: before.items.map((one) => (isMeant(one.id) ? { ...one, readAt: one.readAt ?? readAt } : one)),
      }))
      await toastWithUndo(toastMessage, () => undo(readAt))
    })

  const undo = (readAt: string) =>
    run(async () => {
      const { unread } = await api('POST /v1/notices/unread', { body: { readAt } })
      setPage((before) => ({
        ...before,
        unread,
        items: before.items.map((one) => (one.readAt === readAt ? { ...one, readAt: null } : one)),
      }))
    })

  return { page, pending, errors, attempt, more, read }
}
