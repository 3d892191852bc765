/**
 * Tells `show` whether a notice is due, which is while the device is offline. Meanwhile links and searches are blocked:
 * another page cannot load, and the attempt would end on the browser's error page and lose what was typed. Returns a
 * function that stops this.
 */
export function watchConnection(show: (isShown: boolean) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const showIfOffline = () => {
    if (!navigator.onLine && !worksOffline(location)) show(true)
  }
  const blockNavigation = (event: Event) => {
    if (navigator.onLine || !(event.target instanceof Element) || !leadsElsewhere(event.target, event.type))
      return
    event.preventDefault()
    event.stopPropagation()
    show(true)
  }
  showIfOffline()
  window.addEventListener('offline', showIfOffline, { signal })
  window.addEventListener('online', () => show(false), { signal })
  document.addEventListener('click', blockNavigation, { capture: true, signal })
  document.addEventListener('submit', blockNavigation, { capture: true, signal })
  return () => ending.abort()
}

/** The on-duty pages have their own offline notice, and link to each other offline. */
const worksOffline = ({ origin, pathname }: { origin: string; pathname: string }): boolean =>
  origin === location.origin && /^\/account\/(on-duty|bookings\/[^/]+\/care)$/.test(pathname)

/** The router gives every search form an action; a form without one is sent by its own script, like a message. */
function leadsElsewhere(target: Element, type: string): boolean {
  if (type === 'submit') {
    const isSearch =
      target instanceof HTMLFormElement && target.method === 'get' && target.hasAttribute('action')
    return isSearch && !worksOffline(location)
  }
  const link = target.closest('a')
  if (!link || (worksOffline(link) && worksOffline(location))) return false
  return link.origin === location.origin && link.pathname + link.search !== here()
}

const here = () => location.pathname + location.search
