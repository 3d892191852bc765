import { offlinePage } from '#web/worker/offline-answer.ts'

/** Injected by the build: the id of this worker's build, and the files of the pages that work offline. */
declare const workerBuild: string
declare const workerShell: readonly string[]

const prefix = 'sitwell-'
const own = `${prefix}${workerBuild}`
const onDuty = '/account/on-duty'
/** Where the installed app starts. */
const start = '/account'
const networkTimeoutMs = 4_000

export const isCachedPage = (path: string): boolean =>
  path === onDuty || /^\/account\/bookings\/[0-9a-f-]{36}\/care$/.test(path)

const ownCaches = async (): Promise<string[]> => (await caches.keys()).filter((key) => key.startsWith(prefix))

/** Caches the files of this build once, all or none. */
async function cacheShell(): Promise<void> {
  const cache = await caches.open(own)
  if (!(await cache.match(workerShell[0]!))) await cache.addAll([...workerShell])
}

/**
 * If this browser has cached pages, caches the files of this build and the pages again, because the old pages refer to
 * the old build's files. Otherwise (for example for an owner who wants only notifications) fetches nothing.
 */
export async function install(): Promise<void> {
  const before = await ownCaches()
  if (before.length === 0) return
  await cacheShell()
  const pages = await Promise.all(before.map(async (key) => (await caches.open(key)).keys()))
  const paths = pages.flat().map(({ url }) => new URL(url).pathname)
  await cachePages(paths.filter(isCachedPage))
}

/** Caches everything that the on-duty pages need. */
export async function cacheDutyPages(paths: readonly string[]): Promise<void> {
  await cacheShell()
  await cachePages([onDuty, ...paths])
}

/** Deletes old caches except the latest one, because open windows may still request files of the previous build. */
export async function deleteOldCaches(): Promise<void> {
  const all = await ownCaches()
  const older = all.filter((key) => key !== own)
  await Promise.all(older.slice(0, -1).map((key) => caches.delete(key)))
}

/** The pages are rendered without personal data. A redirect to sign-in is not cached. */
async function cachePages(paths: readonly string[]): Promise<void> {
  await Promise.all(
    [...new Set(paths)].filter(isCachedPage).map(async (path) => {
      const response = await fetch(path, { credentials: 'same-origin', redirect: 'manual' }).catch(() => null)
      if (response) await cachePage(path, response)
    }),
  )
}

/** Ignores a page of another build, because its files are not in this cache. That build's own worker caches it. */
async function cachePage(path: string, response: Response): Promise<void> {
  if (!isPage(response)) return
  const { status, headers } = response
  const text = await response.text()
  if (!text.includes(workerBuild)) return
  const cache = await caches.open(own)
  await cache.put(path, new Response(text, { status, headers }))
}

/** Returns the page cached for this build, or else for an earlier one. */
async function cachedPageAt(path: string): Promise<Response | undefined> {
  const options = { ignoreSearch: true, ignoreVary: true }
  return (await caches.match(path, { ...options, cacheName: own })) ?? caches.match(path, options)
}

export async function cachePictures(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(own)
  await Promise.all(
    [...new Set(paths)].map(async (path) => {
      if (await cache.match(path)) return
      const response = await fetch(path).catch(() => null)
      if (response?.ok) await cache.put(path, response)
    }),
  )
}

export async function deleteCachedPages(): Promise<void> {
  for (const key of await ownCaches()) {
    const cache = await caches.open(key)
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/assets/')) await cache.delete(request)
    }
  }
}

const isPage = ({ ok, redirected, headers }: Response): boolean =>
  ok && !redirected && (headers.get('content-type') ?? '').startsWith('text/html')

/** Cache first, because the files of a build never change. */
export async function answerFile(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true })
  return cached ?? fetch(request)
}

/**
 * Network first; falls back to the cached page if the network fails or takes longer than `networkTimeoutMs`. Without one,
 * the start of the app falls back to "On duty" if that is cached, and every other page to the offline page.
 */
export async function answerPage(
  request: Request,
  lasts: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  const cached = await cachedPageAt(pathname)
  const networkResponse = fetch(request).then((response) => {
    if (isCachedPage(pathname)) lasts(cachePage(pathname, response.clone()))
    return response
  })
  if (cached) return Promise.race([networkResponse, afterTimeout(cached)]).catch(() => cached)
  return networkResponse.catch(async () =>
    pathname === start && (await cachedPageAt(onDuty)) ? Response.redirect(onDuty, 302) : offlinePage(),
  )
}

const afterTimeout = (cached: Response): Promise<Response> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(cached), networkTimeoutMs)
  })

/** Cache first, like `answerFile`. */
export async function answerPicture(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true })
  return cached ?? fetch(request)
}
