/** The sign-in window in the form that the client library expects. */
export type AuthWindow = {
  readonly window: { readonly closed: boolean }
  associatedEvent: string | null
  close: () => void
}

type Opened = Pick<Window, 'closed' | 'close' | 'focus'>
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
type Options = { opened: Opened; channel: Channel; eventId: string; now: () => number }

const severedWithinMilliseconds = 2_000
const sampleMilliseconds = 100
const timeoutMilliseconds = 300_000

/**
 * A sign-in window with a reliable `closed`. If the provider isolates its pages from their opener, the opener sees the
 * window as closed while it is still open. A window that seems to close just as it goes to the provider therefore
 * counts as open, until its time limit passes or it is closed from here.
 */
export function authWindow({ opened, channel, eventId, now }: Options): AuthWindow {
  let leftAt: number | undefined
  let severed = false
  let ended = false
  let sampling: ReturnType<typeof setInterval> | undefined

  const checkClosed = (): boolean => {
    if (!opened.closed) return false
    if (leftAt !== undefined && now() - leftAt <= severedWithinMilliseconds) severed = true
    return true
  }
  const sample = () => {
    if (checkClosed() || now() - (leftAt ?? 0) > severedWithinMilliseconds) clearInterval(sampling)
  }
  const onMessage = ({ data }: MessageEvent<{ leaving?: string } | null>) => {
    if (data?.leaving !== eventId) return
    leftAt = now()
    clearInterval(sampling)
    sampling = setInterval(sample, sampleMilliseconds)
  }
  channel.addEventListener('message', onMessage)
  const end = () => {
    ended = true
    clearInterval(sampling)
    clearTimeout(limit)
    channel.removeEventListener('message', onMessage)
  }
  const limit = setTimeout(end, timeoutMilliseconds)

  return {
    window: {
      get closed() {
        return ended || (checkClosed() && !severed)
      },
    },
    associatedEvent: eventId,
    close() {
      end()
      // The window may be cut off from its opener, but it still receives messages from the channel.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel.postMessage({ close: eventId })
      opened.close()
    },
  }
}
