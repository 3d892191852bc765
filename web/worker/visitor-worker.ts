// Service worker for everybody: shows the offline page in place of the browser's own error page. Pages below /account
// have a worker of their own (`worker.ts`) on devices of sitters and of people with push messages.
import { offlinePage } from '#web/worker/offline-answer.ts'
import { type FetchEventLike, scope } from '#web/worker/scope.ts'

scope.addEventListener('install', (event) => {
  // Only navigations reach this worker, so that it delays no other request.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => {})
  event.waitUntil(scope.skipWaiting())
})

scope.addEventListener('activate', (event) => {
  // The browser then requests the page while it starts the worker.
  event.waitUntil(scope.registration.navigationPreload?.enable() ?? Promise.resolve())
})

scope.addEventListener('fetch', (event) => {
  if (isPage(event.request)) event.respondWith(answer(event))
})

/** True for pages of the site in a window or tab; downloads from the API are left to the browser. */
function isPage({ method, mode, destination, url }: Request): boolean {
  const { pathname } = new URL(url)
  return (
    method === 'GET' &&
    mode === 'navigate' &&
    destination === 'document' &&
    !/^\/(v1|identity|dev)\//.test(pathname)
  )
}

async function answer({ request, preloadResponse }: FetchEventLike): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return offlinePage()
  }
}
