import { type Interrupted, interruptedKey, lostPressKey } from '#web/layout/build-check.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

const take = (key: string): string | null => {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept
}

/**
 * Runs after a reload caused by code that could not be loaded: completes the interrupted navigation, or tells the
 * person that a click may have been lost.
 */
export function goOn(): void {
  const [interrupted, lostAt] = [take(interruptedKey), take(lostPressKey)]
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type !== 'reload') return
  const { from, to } = JSON.parse(interrupted ?? '{}') as Partial<Interrupted>
  if (from === location.href && to) return location.assign(to)
  if (lostAt === location.href) void sayThatItWasLost()
}

async function sayThatItWasLost(): Promise<void> {
  const toast = await loadToast()
  toast.info(
    'Part of this page could not be loaded, so we loaded it again. If you had just pressed something, please press it again.',
  )
}
