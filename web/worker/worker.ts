// Service worker for offline use of the on-duty pages and for push messages. Its scope is /account; public pages have
// `visitor-worker.ts`.
import { listenForPushes } from '#web/notices/push-worker.ts'
import {
  answerFile,
  answerPage,
  answerPicture,
  deleteOldCaches,
  deleteCachedPages,
  install,
  cacheDutyPages,
  cachePictures,
} from '#web/worker/offline-pages.ts'
import { type FetchEventLike, membersOf, scope } from '#web/worker/scope.ts'

scope.addEventListener('install', (event) => {
  event.waitUntil(install())
  event.waitUntil(scope.skipWaiting())
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches())
  event.waitUntil(scope.clients.claim())
})

scope.addEventListener('fetch', (event) => {
  const answer = answerOf(event)
  if (answer) event.respondWith(answer)
})

/** Returns undefined for all other requests, above all those to the API, which the worker does not intercept. */
function answerOf(event: FetchEventLike): Promise<Response> | undefined {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return undefined
  if (request.mode === 'navigate') return answerPage(request, (work) => event.waitUntil(work))
  if (pathname.startsWith('/assets/')) return answerFile(request)
  return pathname.startsWith('/portraits/') ? answerPicture(request) : undefined
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

scope.addEventListener('message', (event) => {
  const { type, pages, pictures } = membersOf(event.data)
  if (type === 'keep') {
    event.waitUntil(cacheDutyPages(listOf(pages)))
    event.waitUntil(cachePictures(listOf(pictures).filter((path) => path.startsWith('/portraits/'))))
  }
  if (type === 'forget') event.waitUntil(deleteCachedPages())
})

/** The network is back: asks open windows to send what is queued. */
scope.addEventListener('sync', (event) => {
  const wake = async () => {
    const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    for (const one of windows) one.postMessage({ type: 'sync' })
  }
  event.waitUntil(wake())
})

listenForPushes()
