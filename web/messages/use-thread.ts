import { useCallback, useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Conversation, Message } from '#contract/messages.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'
import { lastWithoutGap, mergeMessages } from '#web/messages/thread-state.ts'

export type Thread = {
  conversation: Conversation
  messages: Message[]
  hasEarlier: boolean
  /** The latest booking of the two, for the strip above the messages. */
  booking: Booking | null
}

const params = (conversationId: string) => ({ params: { conversationId } })

export async function loadThread(conversationId: string): Promise<Thread> {
  const read = api('GET /v1/conversations/:conversationId', params(conversationId))
  const [conversation, page, booking] = await Promise.all([
    read,
    api('GET /v1/conversations/:conversationId/messages', { ...params(conversationId), query: {} }),
    read.then(({ bookingIds }) => readLatest(bookingIds)),
  ])
  return { conversation, messages: page.items, hasEarlier: page.nextCursor !== null, booking }
}

/** Returns null if it cannot be read: the thread works without it and also links to the booking. */
async function readLatest([bookingId]: readonly string[]): Promise<Booking | null> {
  if (!bookingId) return null
  try {
    return await api('GET /v1/bookings/:bookingId', { params: { bookingId } })
  } catch (error) {
    ignoreRequestError(error)
    return null
  }
}

type ReadState = { known: Message[]; isRunning: boolean; again: boolean }

/** Runs one read at a time, and one more for events that arrived meanwhile. */
async function readMissing(
  id: string,
  reading: ReadState,
  take: (more: readonly Message[]) => void,
): Promise<void> {
  reading.again = true
  if (reading.isRunning) return
  reading.isRunning = true
  try {
    while (reading.again) {
      reading.again = false
      const query = { after: lastWithoutGap(reading.known), limit: 100 }
      const page = await api('GET /v1/conversations/:conversationId/messages', { ...params(id), query })
      take(page.items)
      if (page.nextCursor !== null) reading.again = true
    }
  } finally {
    reading.isRunning = false
  }
}

/** After this time a read that the server refused, for example under load, is repeated. */
const readAgainMs = 5_000

/** A live thread: each event reads the missing messages, so that none is lost or shown twice. */
export function useThread(loaded: Thread) {
  const [{ conversation, messages, hasEarlier }, setThread] = useState(loaded)
  const { id } = conversation
  const reading = useRef<ReadState>({ known: loaded.messages, isRunning: false, again: false })

  const take = useCallback((more: readonly Message[]) => {
    // Updated synchronously, because the next read asks for messages after the last known one.
    reading.current.known = mergeMessages(reading.current.known, more)
    setThread((before) => ({ ...before, messages: mergeMessages(before.messages, more) }))
  }, [])

  const readConversation = useCallback(async () => {
    const fresh = await api('GET /v1/conversations/:conversationId', params(id))
    setThread((before) => ({ ...before, conversation: fresh }))
  }, [id])

  const readNew = useCallback(() => readMissing(id, reading.current, take), [id, take])

  const readAgain = useRef(0)
  const refresh = useCallback(
    function refreshThread() {
      clearTimeout(readAgain.current)
      Promise.all([readNew(), readConversation()]).catch((error: unknown) => {
        ignoreRequestError(error)
        // The event that announced a message comes only once. Without a connection, its return reads again.
        if (navigator.onLine) readAgain.current = window.setTimeout(refreshThread, readAgainMs)
      })
    },
    [readNew, readConversation],
  )
  useEffect(() => () => clearTimeout(readAgain.current), [])

  useLive('message', (event) => {
    if (!event || event['conversationId'] === id) refresh()
  })
  useLive('conversation', (event) => {
    if (event?.['conversationId'] === id) readConversation().catch(ignoreRequestError)
  })
  useLive('block', (event) => {
    if (event) readConversation().catch(ignoreRequestError)
  })
  useLive('booking', (event) => {
    if (event) readConversation().catch(ignoreRequestError)
  })
  useEffect(() => {
    const refreshIfVisible = () => document.visibilityState === 'visible' && refresh()
    window.addEventListener('online', refreshIfVisible)
    document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      window.removeEventListener('online', refreshIfVisible)
      document.removeEventListener('visibilitychange', refreshIfVisible)
    }
  }, [refresh])

  const loadEarlier = useCallback(async () => {
    const query = { before: reading.current.known[0]?.seq ?? 1 }
    const page = await api('GET /v1/conversations/:conversationId/messages', { ...params(id), query })
    take(page.items)
    setThread((before) => ({ ...before, hasEarlier: page.nextCursor !== null }))
  }, [id, take])

  const setConversation = useCallback(
    (fresh: Conversation) => setThread((before) => ({ ...before, conversation: fresh })),
    [],
  )
  useReadMark({ conversation, messages, setConversation })
  return { conversation, messages, hasEarlier, take, loadEarlier, setConversation }
}

type ReadMarkOptions = Pick<Thread, 'conversation' | 'messages'> & {
  setConversation: (fresh: Conversation) => void
}

/** Marks messages as read while the page is visible and focused. */
function useReadMark({ conversation, messages, setConversation }: ReadMarkOptions): void {
  const { id, readSeq } = conversation
  const last = messages.at(-1)?.seq ?? 0
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const updateSeen = () => setSeen(document.visibilityState === 'visible' && document.hasFocus())
    updateSeen()
    const events = ['visibilitychange', 'focus', 'blur'] as const
    for (const name of events)
      (name === 'visibilitychange' ? document : window).addEventListener(name, updateSeen)
    return () => {
      for (const name of events)
        (name === 'visibilitychange' ? document : window).removeEventListener(name, updateSeen)
    }
  }, [])
  useEffect(() => {
    if (!isSeen || last <= readSeq) return
    api('PUT /v1/conversations/:conversationId/read', { ...params(id), body: { seq: last } })
      .then(setConversation)
      .catch(ignoreRequestError)
  }, [id, isSeen, last, readSeq, setConversation])
}
