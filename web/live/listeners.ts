import type { LiveTopic } from '#contract/live/codes.ts'
import type { LiveEvent } from '#contract/live/live.ts'
import { shareStream } from '#web/live/share.ts'
import { hint, readHint } from '#web/persisted.ts'

/**
 * Called without an event if anything may have changed: after a longer disconnection, and once when the connection
 * opens.
 */
export type LiveListener = (event: LiveEvent | undefined) => void

const listeners = new Map<LiveTopic, Set<LiveListener>>()
/** Events of the last ten seconds, for a listener whose data was read just before it was added. */
let recent: { event: LiveEvent; at: number }[] = []
const recentMs = 10_000

/**
 * Adds a listener and returns a function that removes it. Opens the connection when the browser is idle; it closes when
 * the person signs out.
 */
export function listen(topic: LiveTopic, listener: LiveListener): () => void {
  const others = listeners.get(topic) ?? new Set()
  listeners.set(topic, others.add(listener))
  const since = performance.now() - recentMs
  for (const { event, at } of recent) if (event.topic === topic && at >= since) listener(event)
  start()
  return () => void others.delete(listener)
}

function deliver(event: LiveEvent | undefined): void {
  if (event) {
    const now = performance.now()
    recent = [...recent.filter(({ at }) => at >= now - recentMs), { event, at: now }]
  }
  for (const [topic, some] of listeners)
    if (!event || event.topic === topic) some.forEach((listener) => listener(event))
}

let started = false
let closeStream: (() => void) | undefined
let openFor: string | null = null

function start(): void {
  if (started) return
  started = true
  hint.subscribe(follow)
  whenIdle(follow)
}

function follow(): void {
  const accountId = readHint()
  if (accountId === openFor) return
  openFor = accountId
  closeStream?.()
  closeStream = undefined
  recent = []
  if (!accountId) return
  closeStream = shareStream(accountId, deliver, closeConnection)
}

/**
 * Resets the state so that the next sign-in opens a new connection, even for the same person: signing in sets the hint
 * again.
 */
function closeConnection(): void {
  closeStream?.()
  closeStream = undefined
  openFor = null
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2_000 })
  else setTimeout(work, 200)
}
