import type { PublicConfig } from '#web/layout/contexts.ts'
import { preferences } from '#web/persisted.ts'

/**
 * Version of the third party's script. The Content-Security-Policy allows the inline script that loads exactly this
 * one.
 */
export const scriptVersion = 6
const scriptHost = 'https://static.hotjar.com/'

let started = false
const isAgreed = () => preferences.getState().analytics === true
const load = async () => (await import('@hotjar/browser')).default

/** Loads the heat-map script once, and only if the operator has enabled it and the visitor has agreed. */
export async function startAnalytics({ hotjarEnabled, hotjarId }: PublicConfig): Promise<void> {
  if (started || !hotjarEnabled || hotjarId === null || !isAgreed()) return
  started = true
  addEventListener('error', reportMissingScript, { capture: true })
  const hotjar = await load()
  hotjar.init(hotjarId, scriptVersion)
}

/** Reports a client-side navigation. */
export async function reportPage(path: string): Promise<void> {
  if (!started || !isAgreed()) return
  const hotjar = await load()
  hotjar.stateChange(path)
}

/** The library does not detect that its script cannot be fetched, and would go on collecting data in vain. */
function reportMissingScript({ target }: Event): void {
  if (!(target instanceof HTMLScriptElement) || !target.src.startsWith(scriptHost)) return
  Reflect.deleteProperty(window, 'hj')
  console.error('Error:', new Error('Failed to initialize Hotjar tracking script.'))
}
