import { apiSettings } from '#web/api.ts'
import { type Frame, frameReader } from '#web/live/frames.ts'

/** Longer than two heartbeat intervals of the server. */
const silenceMs = 40_000
const longestWaitMs = 30_000
const fullWaitMs = 60_000

const endings = ['cut', 'token', 'full', 'stopping', 'slow', 'signed-out'] as const
type Ending = { why: (typeof endings)[number]; waitMs?: number }
type Options = { signal: AbortSignal; lastId: () => string | null; onFrame: (frame: Frame) => void }

/**
 * Keeps one event stream open until the signal aborts or the session ends. Reconnects after the last event id, with
 * exponential back-off and jitter.
 */
export async function keepStream({ signal, lastId, onFrame }: Options): Promise<void> {
  let failures = 0
  let renew = false
  while (!signal.aborted) {
    const { why, waitMs } = await readStream({
      signal,
      renew,
      lastId: lastId(),
      onFrame,
      onOpen() {
        failures = 0
      },
    })
    // If a freshly renewed token is refused too, the session has ended.
    if (why === 'signed-out' && renew) return
    renew = why === 'signed-out' || why === 'token'
    if (!renew) failures++
    const most = Math.min(longestWaitMs, 500 * 2 ** failures)
    await pause(
      waitMs ?? (why === 'full' ? fullWaitMs : renew ? 0 : most * (0.5 + Math.random() / 2)),
      signal,
    )
  }
}

type ReadOptions = {
  signal: AbortSignal
  renew: boolean
  lastId: string | null
  onOpen: () => void
  onFrame: (frame: Frame) => void
}

const requestEvents = (token: string, lastId: string | null, signal: AbortSignal) =>
  fetch(`${apiSettings.current?.baseUrl || location.origin}/v1/events`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
    cache: 'no-store',
    signal,
  })

/** Reads the server's reason for ending the stream; a reason not known here counts as a lost connection. */
function endingOf(data: string): Ending {
  const { why, waitMs }: { why?: unknown; waitMs?: unknown } = JSON.parse(data)
  return {
    why: endings.find((known) => known === why) ?? 'cut',
    ...(typeof waitMs === 'number' ? { waitMs } : {}),
  }
}

async function readStream({ signal, renew, lastId, onOpen, onFrame }: ReadOptions): Promise<Ending> {
  const silence = new AbortController()
  let timer = 0
  const restartSilenceTimer = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => silence.abort(), silenceMs)
  }
  let ending: Ending = { why: 'cut' }
  try {
    restartSilenceTimer()
    const token = await apiSettings.current?.session.token(renew)
    if (!token) return { why: 'signed-out' }
    const response = await requestEvents(token, lastId, AbortSignal.any([signal, silence.signal]))
    if (response.status === 401) return { why: 'signed-out' }
    if (!response.ok || !response.body) return { why: 'cut', ...waitOf(response) }
    onOpen()
    const read = frameReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return ending
      restartSilenceTimer()
      for (const frame of read(value)) {
        if (frame.event === 'end') ending = endingOf(frame.data)
        else onFrame(frame)
      }
    }
  } catch (error) {
    if (!signal.aborted) console.info('The live connection was cut and is opened again.', error)
    return ending
  } finally {
    clearTimeout(timer)
  }
}

function waitOf({ headers }: Response): { waitMs?: number } {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { waitMs: seconds * 1000 * (1 + Math.random()) } : {}
}

/** Resolves after the delay, or as soon as the browser is back online. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
