/** How long the answer to "which build is the latest?" is trusted: one hour. */
const lifetimeMilliseconds = 36e5

let running: string | undefined
let latest: string | undefined
let askedAt = Number.NEGATIVE_INFINITY

/** True once a newer build was seen: the next navigation should load the whole page. */
export const newerBuildExists = (): boolean =>
  latest !== undefined && running !== undefined && latest !== running

async function askForLatest(): Promise<void> {
  askedAt = performance.now()
  const response = await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) latest = ((await response.json()) as { id: string }).id
}

const askWhenOld = () => {
  if (document.visibilityState === 'visible' && performance.now() - askedAt >= lifetimeMilliseconds)
    void askForLatest()
}

/** Asks at most once an hour, and when a chunk cannot be loaded, which happens after a new build was rolled out. */
export function checkBuildHourly(buildId: string): void {
  running = buildId
  askedAt = performance.now()
  setInterval(askWhenOld, lifetimeMilliseconds)
  document.addEventListener('visibilitychange', askWhenOld)
  window.addEventListener('vite:preloadError', (event) => void onChunkError(event))
}

const reloadedKey = 'sitwell.chunk-reload'

async function onChunkError(event: Event): Promise<void> {
  // Without a connection a reload would lose the page too.
  if (!navigator.onLine) return
  await askForLatest()
  if (sessionStorage.getItem(reloadedKey) === location.href && !newerBuildExists()) {
    console.error('A part of the page could not be loaded.', event)
    return
  }
  sessionStorage.setItem(reloadedKey, location.href)
  location.reload()
}
