/** The part of Google's frames library that the page uses. */
type Frames = {
  iframes: {
    getContext: () => { getParentIframe: () => Parent }
    CROSS_ORIGIN_IFRAMES_FILTER: unknown
  }
  load: (name: string, how: { callback: () => void; timeout: number; ontimeout: () => void }) => void
}
type Parent = {
  register: (name: string, answer: () => object, filter: unknown) => void
  send: (name: string, data: object, onDone: undefined, filter: unknown) => void
}
declare global {
  interface Window {
    gapi?: Frames
    gapi_onload?: () => void
  }
}
type Message = { eventType?: string; data?: { storageKey: string; authEvent: object } }

/** Runs in the frame: forwards the widget's events to the page in which the stock client library runs. */
function frameScript(): void {
  const query = new URLSearchParams(location.search)
  const key = `${query.get('apiKey')}:${query.get('appName')}`
  const stored = `firebase:redirectEvent:${key}`
  let sendEvent: ((event: object) => void) | undefined

  addEventListener('message', ({ data }: MessageEvent<Message | null>) => {
    if (data?.eventType !== 'sendAuthEvent' || data.data?.storageKey !== key) return
    if (sendEvent) sendEvent(data.data.authEvent)
    else sessionStorage.setItem(stored, JSON.stringify(data.data.authEvent))
  })
  const connect = ({ iframes }: Frames) => {
    const parent = iframes.getContext().getParentIframe()
    const filter = iframes.CROSS_ORIGIN_IFRAMES_FILTER
    parent.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }), filter)
    sendEvent = (authEvent) => parent.send('authEvent', { type: 'authEvent', authEvent }, undefined, filter)
    const waiting = sessionStorage.getItem(stored)
    sessionStorage.removeItem(stored)
    const nothing = { type: 'unknown', error: { code: 'auth/no-auth-event' } }
    sendEvent(waiting ? JSON.parse(waiting) : nothing)
  }
  const begin = (gapi: Frames) =>
    gapi.load('gapi.iframes', {
      callback: () => connect(gapi),
      timeout: 10_000,
      ontimeout: () => document.body.append('The library of frames has not come.'),
    })
  window.gapi_onload = () => begin(window.gapi!)
  if (window.gapi) begin(window.gapi)
  else {
    const script = document.createElement('script')
    script.src = 'https://apis.google.com/js/api.js'
    document.head.append(script)
  }
}

/**
 * The page that the stock client library embeds to receive the events of windows and redirects; it communicates through
 * Google's frames library.
 */
export const framePage = (): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Auth Emulator frame</title></head>
<body>
<script>(${frameScript.toString()})()</script>
</body>
</html>`
