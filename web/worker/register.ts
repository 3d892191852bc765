import { paths } from '#web/paths.ts'

/** Public pages never go through the worker. */
const scope = paths.account()
const script = '/sw.js'

/** The worker of this browser, installed if need be; undefined where there are none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  try {
    return await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
  } catch (error) {
    // Private windows and strict settings have none; everything else works all the same.
    console.error('The service worker could not be installed.', error)
    return undefined
  }
}

/** The same if it has been installed before. */
export const knownWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration(scope) : undefined

/** `ready` waits for ever on a page that began outside the worker’s scope, say at sign-in. */
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
