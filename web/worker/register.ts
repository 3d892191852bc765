import { paths } from '#web/paths.ts'

/** Public pages are outside the worker's scope. */
const scope = paths.account()
const script = '/sw.js'

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
export const knownWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(scope) : undefined

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
