type Handle = (data: unknown) => unknown
type Call = { name: string; id: number; data: unknown; source: MessageEventSource | null }
type Message = { framesCall?: string; framesAnswer?: number; id: number; data: unknown }

/**
 * Runs in every page and frame: replaces the parts of Google's frames library that the client library needs, using
 * `postMessage`.
 */
export function frames(): void {
  const handlers = new Map<string, Handle>()
  const waiting: Call[] = []
  const answers = new Map<number, (results: unknown[]) => void>()
  let newest = 0

  const handleCall = (call: Call): void => {
    const { name, id, data, source } = call
    const handle = handlers.get(name)
    if (handle) source?.postMessage({ framesAnswer: id, data: handle(data) }, { targetOrigin: '*' })
    else waiting.push(call)
  }
  addEventListener('message', ({ data: message, source }: MessageEvent<Message | null>) => {
    if (message?.framesAnswer) answers.get(message.framesAnswer)?.([message.data])
    else if (message?.framesCall)
      handleCall({ name: message.framesCall, id: message.id, data: message.data, source })
  })

  const linkTo = (other: () => Window) => {
    const send = (name: string, data: unknown, done?: (results: unknown[]) => void) => {
      newest += 1
      if (done) answers.set(newest, done)
      other().postMessage({ framesCall: name, id: newest, data }, '*')
    }
    return {
      send,
      register(name: string, handle: Handle) {
        handlers.set(name, handle)
        for (const call of waiting.splice(0)) handleCall(call)
      },
      restyle: () => {},
      ping: (answered: () => void) =>
        new Promise<unknown>((resolve) => send('ping', null, resolve)).then(answered),
    }
  }
  handlers.set('ping', () => ({}))

  const open = <T>({ url, where }: { url: string; where: HTMLElement }, opened: (link: object) => T) => {
    const frame = document.createElement('iframe')
    frame.src = url
    frame.hidden = true
    where.append(frame)
    return new Promise<T>((resolve) => {
      frame.addEventListener('load', () => resolve(opened(linkTo(() => frame.contentWindow!))))
    })
  }
  Object.assign(window, {
    gapi: {
      load: (_name: string, { callback }: { callback: () => void }) => callback(),
      iframes: {
        CROSS_ORIGIN_IFRAMES_FILTER: {},
        getContext: () => ({ open, getParentIframe: () => linkTo(() => window.parent) }),
      },
    },
  })
}
