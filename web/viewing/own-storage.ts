/** A storage that ends with the page. */
export function memoryStorage(entries: Readonly<Record<string, string>> = {}): Storage {
  const methods = {
    getItem: (name: string): string | null => (Object.hasOwn(stored, name) ? `${stored[name]}` : null),
    setItem: (name: string, value: string): void => void (stored[name] = value),
    removeItem: (name: string): void => void Reflect.deleteProperty(stored, name),
    key: (index: number): string | null => Object.keys(stored)[index] ?? null,
    clear: (): void => Object.keys(stored).forEach((name) => methods.removeItem(name)),
    get length() {
      return Object.keys(stored).length
    },
  }
  const stored: Storage = Object.assign(Object.create(methods), entries)
  return stored
}

/** Cookies that end with the page, as `document.cookie` shows and takes them. */
export function memoryCookies(entries: Readonly<Record<string, string>>, onSet: (name: string) => void) {
  const cookies = new Map(Object.entries(entries))
  return {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text: string) {
      const [pair = '', ...attributes] = text.split(/;\s*/)
      const split = pair.indexOf('=')
      const name = pair.slice(0, split)
      if (attributes.some((one) => /^max-age=0$/i.test(one))) cookies.delete(name)
      else cookies.set(name, pair.slice(split + 1))
      onSet(name)
    },
    value: (name: string) => cookies.get(name),
  }
}

/** Like a browser that has no databases: opening one fails, and deleting one succeeds. */
export function noDatabases(): Pick<IDBFactory, 'open' | 'deleteDatabase'> {
  const requestThat = (event: 'error' | 'success') => {
    const error = event === 'error' ? new DOMException('Nothing is stored here', 'InvalidStateError') : null
    const handlers: { onerror?: (event: Event) => void; onsuccess?: (event: Event) => void } = {}
    const request = Object.assign(new EventTarget(), { error, result: undefined }, handlers)
    request.addEventListener(event, (happened) => request[`on${event}`]?.(happened))
    setTimeout(() => request.dispatchEvent(new Event(event)))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the callers use only its events, its result and its error
    return request as unknown as IDBOpenDBRequest
  }
  return { open: () => requestThat('error'), deleteDatabase: () => requestThat('success') }
}
