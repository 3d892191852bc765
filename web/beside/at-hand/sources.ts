import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminBookingSummary } from '#contract/bookings/admin.ts'
import type { OwnBookingLine } from '#contract/bookings/lines.ts'
import type { Conversation } from '#contract/messages.ts'
import type { WaitingSitter } from '#contract/sitters/checks.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { api } from '#web/api.ts'

export type Sources = {
  bookings: readonly OwnBookingLine[]
  conversations: readonly Conversation[]
  /** What only staff find. */
  waiting: readonly WaitingSitter[]
  deskBookings: readonly AdminBookingSummary[]
}

const nothing: Sources = { bookings: [], conversations: [], waiting: [], deskBookings: [] }
const pauseMs = 150
const minLength = 2
const mostRecent = 50
const mostAtDesk = 8

type Viewer = { accountId: string; roles: readonly string[] }
/** What is read when the palette opens, and whether there is more that only a search on the server finds. */
type Recent = { found: Sources; hasMore: { bookings: boolean; conversations: boolean } }

async function readRecent({ accountId, roles }: Viewer): Promise<Recent> {
  const [lines, conversations, waiting] = await Promise.all([
    api('GET /v1/accounts/:accountId/booking-lines', { params: { accountId }, query: {} }),
    api('GET /v1/conversations', { query: { limit: mostRecent } }),
    mayDo(roles, 'profiles.read') ? api('GET /v1/admin/sitters', { query: { limit: mostRecent } }) : null,
  ])
  return {
    found: {
      ...nothing,
      bookings: lines.items,
      conversations: conversations.items,
      waiting: waiting?.items ?? [],
    },
    hasMore: { bookings: !lines.isComplete, conversations: conversations.nextCursor !== null },
  }
}

/** Searches on the server for what `readRecent` cannot have. */
async function search(
  { accountId, roles }: Viewer,
  { hasMore }: Recent,
  q: string,
  signal: AbortSignal,
): Promise<Sources> {
  const params = { accountId }
  const [lines, conversations, desk] = await Promise.all([
    hasMore.bookings
      ? api('GET /v1/accounts/:accountId/booking-lines', { params, query: { q } }, { signal })
      : null,
    hasMore.conversations ? api('GET /v1/conversations', { query: { q } }, { signal }) : null,
    mayDo(roles, 'bookings.read')
      ? api('GET /v1/admin/bookings', { query: { q, limit: mostAtDesk } }, { signal })
      : null,
  ])
  return {
    ...nothing,
    bookings: lines?.items ?? [],
    conversations: conversations?.items ?? [],
    deskBookings: desk?.items ?? [],
  }
}

const byId = <T extends { id: string }>(...lists: (readonly T[])[]): T[] => [
  ...new Map(lists.flat().map((one) => [one.id, one])).values(),
]

/** Reads what the palette finds besides pages: recent bookings and people at once, older ones for typed text. */
export function useSources({ accountId, roles }: Viewer, text: string) {
  const [first, setFirst] = useState(nothing)
  const [more, setMore] = useState({ ...nothing, q: '' })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const recent = useRef<Promise<Recent> | null>(null)
  const reading = useRef(new AbortController())
  const q = text.trim()

  const read = useCallback(
    async (words: string) => {
      reading.current.abort()
      reading.current = new AbortController()
      const { signal } = reading.current
      const viewer = { accountId, roles }
      try {
        recent.current ??= readRecent(viewer)
        const known = await recent.current
        if (signal.aborted) return
        setFirst(known.found)
        setState('ready')
        if (words.length < minLength) return
        const found = await search(viewer, known, words, signal)
        if (!signal.aborted) setMore({ ...found, q: words })
      } catch (error) {
        if (signal.aborted) return
        console.info('The palette could not read everything.', error)
        recent.current = null
        setState('failed')
      }
    },
    [accountId, roles],
  )

  useEffect(() => {
    const timer = setTimeout(() => void read(q), q === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      reading.current.abort()
    }
  }, [q, read])

  const retry = () => {
    setState('loading')
    void read(q)
  }
  const sources: Sources = {
    bookings: byId(first.bookings, more.bookings),
    conversations: byId(first.conversations, more.conversations),
    waiting: first.waiting,
    deskBookings: more.q === q ? more.deskBookings : [],
  }
  return { state, retry, sources }
}
