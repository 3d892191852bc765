import { useCallback, useEffect, useRef, useState } from 'react'
import type { Conversation } from '#contract/messages.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'

export type ConversationQuery = { archived: boolean; q: string }
export type ConversationList = { items: Conversation[]; nextCursor: string | null }

export const listConversations = (
  { archived, q }: ConversationQuery,
  cursor?: string,
): Promise<ConversationList> =>
  api('GET /v1/conversations', { query: { archived: String(archived), q: q || undefined, cursor } })

/** The current list: each live event reads its first page again. */
export function useConversations(query: ConversationQuery, loaded: ConversationList) {
  const [list, setList] = useState(loaded)
  const { archived, q } = query
  const running = useRef(false)
  const again = useRef(false)
  useEffect(() => setList(loaded), [loaded])

  const readNew = useCallback(async () => {
    again.current = true
    if (running.current) return
    running.current = true
    try {
      while (again.current) {
        again.current = false
        const first = await listConversations({ archived, q })
        const fresh = new Set(first.items.map(({ id }) => id))
        setList((before) => {
          const isLonger = before.items.length > first.items.length && before.nextCursor !== first.nextCursor
          if (!isLonger) return first
          const rest = before.items.slice(first.items.length).filter(({ id }) => !fresh.has(id))
          return { items: [...first.items, ...rest], nextCursor: before.nextCursor }
        })
      }
    } catch (error) {
      // The next live event, or the next visit, reads it again.
      ignoreRequestError(error)
    } finally {
      running.current = false
    }
  }, [archived, q])

  const reload = () => void readNew()
  useLive('message', reload)
  useLive('conversation', reload)
  useLive('block', (event) => event && reload())

  const loadMore = async () => {
    if (list.nextCursor === null) return
    const next = await listConversations(query, list.nextCursor)
    setList((before) => ({ items: [...before.items, ...next.items], nextCursor: next.nextCursor }))
  }
  return { ...list, loadMore }
}
