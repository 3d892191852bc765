import type { PublicConfig } from '#web/layout/contexts.ts'
import { preferences } from '#web/persisted.ts'

/** Of the third party's script; the policy of the pages names the inline script that asks for this one. */
export const scriptVersion = 6
const scriptHost = 'https://static.hotjar.com/'

let started = false
const isAgreed = () => preferences.getState().analytics === true
const load = async () => (await import('@hotjar/browser')).default

/** The heat-map script of the specification, once: only when the operator's flag is on and the visitor has agreed. */
export async function startAnalytics({ hotjarEnabled, hotjarId }: PublicConfig): Promise<void> {
  if (started || !hotjarEnabled || hotjarId === null || !isAgreed()) return
  started = true
  addEventListener('error', sayWhenMissing, { capture: true })
  const hotjar = await load()
  hotjar.init(hotjarId, scriptVersion)
}

/** Another page of the site is shown, without a new document. */
export async function tellPage(path: string): Promise<void> {
  if (!started || !isAgreed()) return
  const hotjar = await load()
  hotjar.stateChange(path)
}

/** The library does not notice when its script cannot be fetched, and would collect for nobody. */
function sayWhenMissing({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(scriptHost)) return
  Reflect.deleteProperty(window, 'hj')
  console.error('Error:', new Error('Failed to initialize Hotjar tracking script.'))
}
