/** How long the latest build's id is trusted: one hour. */
const lifetimeMilliseconds = 36e5

let running: string | undefined
let latest: string | undefined
let checkedAt = 0

/** True once a newer build has been seen: the next navigation should then load the whole page. */
export const newerBuildExists = (): boolean => latest !== undefined && latest !== running

async function fetchLatestBuild(): Promise<void> {
  checkedAt = performance.now()
  const response = await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  const { id }: { id?: unknown } = await response.json()
  if (typeof id === 'string') latest = id
}

const fetchLatestWhenStale = () => {
  if (!document.hidden && performance.now() - checkedAt >= lifetimeMilliseconds) void fetchLatestBuild()
}

/**
 * Checks for a newer build at most once an hour, and whenever a chunk cannot be loaded, which happens after a new build
 * was deployed.
 */
export function checkBuildHourly(buildId: string): void {
  running = buildId
  checkedAt = performance.now()
  setInterval(fetchLatestWhenStale, lifetimeMilliseconds)
  document.addEventListener('visibilitychange', fetchLatestWhenStale)
  window.addEventListener('vite:preloadError', (event) => {
    // Without its styles a part still works, and a reload would interrupt the person for the sake of its look.
    if (event.payload.message.includes('CSS')) event.preventDefault()
    else void onChunkError(event)
  })
  window.addEventListener('pagehide', saveInterruptedNavigation)
}

const reloadedKey = 'sitwell.chunk-reload'

let willReload = false

async function onChunkError(event: Event): Promise<void> {
  // Without a connection a reload would lose the page too.
  if (willReload || !navigator.onLine) return
  await fetchLatestBuild()
  if (sessionStorage.getItem(reloadedKey) === location.href && !newerBuildExists()) {
    console.error('A part of the page could not be loaded.', event)
    return
  }
  for (const key of [reloadedKey, lostPressKey]) sessionStorage.setItem(key, location.href)
  willReload = true
  // The first interaction loads this code too, but it may not have arrived yet. If it cannot be loaded either, the page
  // is reloaded without what was typed.
  await import('#web/beside/kept-entries.ts').then(
    ({ keepEntriesOnReload }) => keepEntriesOnReload(),
    () => {},
  )
  willReload = false
  location.reload()
}

/** Where an interrupted navigation was going when the page had to be reloaded; read by `resumeNavigation`. */
export const interruptedKey = 'sitwell.interrupted'
/** Set when the page is reloaded without a pending navigation: a click may have been lost. */
export const lostPressKey = 'sitwell.lost-press'

declare global {
  interface Window {
    /** The router of the page; React Router itself sets it, and has no public access to the pending navigation. */
    __reactRouterDataRouter?: { state: { navigation: { location?: Location | undefined } } }
  }
}

/**
 * Saves the pending navigation before the page unloads. If the next page's code cannot be loaded, React Router reloads
 * the current page (`loadRouteModule`), and so does `onChunkError` for other code.
 */
function saveInterruptedNavigation(): void {
  const { __reactRouterDataRouter: router } = window
  const next = router?.state.navigation.location
  if (!next) return
  const to = next.pathname + next.search + next.hash
  sessionStorage.setItem(interruptedKey, JSON.stringify({ from: location.href, to }))
}
