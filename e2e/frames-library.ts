type Handle = (data: unknown) => unknown
type Message = { framesCall?: string; framesAnswer?: number; id: number; data: unknown }

/**
 * Runs in every page and frame: replaces the parts of Google's frames library that the client library needs, using
 * `postMessage`.
 */
export function frames(): void {
  const handlers = new Map<string, Handle>()
  const waiting: MessageEvent<Message>[] = []
  const answers = new Map<number, (results: unknown[]) => void>()
  let newest = 0

  const hear = (event: MessageEvent<Message>): void => {
    const { framesCall: name, id, data } = event.data
    const handle = handlers.get(name!)
    if (handle) (event.source as Window).postMessage({ framesAnswer: id, data: handle(data) }, '*')
    else waiting.push(event)
  }
  addEventListener('message', (event: MessageEvent<Message | null>) => {
    if (event.data?.framesAnswer) answers.get(event.data.framesAnswer)?.([event.data.data])
    else if (event.data?.framesCall) hear(event as MessageEvent<Message>)
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
        for (const event of waiting.splice(0)) hear(event)
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
