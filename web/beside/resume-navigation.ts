import { interruptedKey, lostPressKey } from '#web/layout/build-check.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

const take = (key: string): string | null => {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}

/**
 * Runs after a reload caused by code that could not be loaded: completes the interrupted navigation, or enters
 * again what the fields held and tells the person that a click may have been lost.
 */
export function resumeNavigation(): void {
  const [interrupted, lostAt] = [take(interruptedKey), take(lostPressKey)]
  const [loaded] = performance.getEntriesByType('navigation')
  if (!(loaded instanceof PerformanceNavigationTiming) || loaded.type !== 'reload') return
  const { from, to }: { from?: unknown; to?: unknown } = JSON.parse(interrupted ?? '{}')
  if (from === location.href && typeof to === 'string') return location.assign(to)
  if (lostAt !== location.href) return
  void import('#web/beside/kept-entries.ts').then(({ restoreEntries }) => restoreEntries())
  void showLostClickToast()
}

async function showLostClickToast(): Promise<void> {
  const toast = await loadToast()
  toast.info(
    'Part of this page could not be loaded, so we loaded it again. If you had just pressed something, please press it again.',
  )
}
