import { paths } from '#web/paths.ts'

/** The worker of the on-duty pages and of push messages handles only the pages below this path. */
const scope = paths.account()
const script = '/sw.js'
/** Read by the script of the offline page. */
const lookStorage = 'sitwell.look'

/**
 * Registers the worker that shows the offline page, for the pages that no other worker handles, and keeps what the
 * operator has chosen about the look of pages, which the offline page reads.
 */
export async function registerOfflinePage(): Promise<void> {
  keepLook()
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker
    .register('/offline.js', { scope: paths.home(), updateViaCache: 'none' })
    .catch((error: unknown) => console.info('There is no offline page in this browser.', error))
}

function keepLook(): void {
  const css = document.querySelector('#look')?.textContent
  try {
    if (css) localStorage.setItem(lookStorage, css)
    else localStorage.removeItem(lookStorage)
  } catch {
    // Without storage, the offline page has the original colours.
  }
}

/** Registers the worker; returns undefined if the browser does not support or allow it. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  try {
    return await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
  } catch (error) {
    // Private windows and strict settings do not allow workers; everything else still works.
    console.error('The service worker could not be installed.', error)
    return undefined
  }
}

/** Returns the registration if there is one already, without creating it. */
export async function knownWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration(scope)
  // Without one of its own, the browser returns that of the offline page.
  return registration && new URL(registration.scope).pathname === scope ? registration : undefined
}

/** Used in place of `ready`, which never resolves on a page loaded outside the worker's scope, such as sign-in. */
export function activeOf({
  active,
  installing,
  waiting,
}: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const coming = installing ?? waiting
  if (active || !coming) return Promise.resolve(active)
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming)
      if (coming.state === 'redundant') resolve(null)
    })
  })
}
