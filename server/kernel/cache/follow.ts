import { notifyListeners, onChange, type Topic } from '#server/kernel/cache/changes.ts'
import type { Deps } from '#server/kernel/deps.ts'

const retryMs = 1_000

/**
 * Calls `apply` now and after every change of the topic, again and again if it fails. What is made from the result must
 * listen for the change after this function has been called. Returns a function that ends it.
 */
export async function follow(
  { log }: Pick<Deps, 'log'>,
  topic: Topic,
  apply: () => Promise<void>,
): Promise<() => void> {
  let retry: NodeJS.Timeout | undefined
  await apply()
  const unsubscribe = onChange(topic, async () => {
    clearTimeout(retry)
    try {
      await apply()
    } catch (error) {
      log.error({ err: error, topic }, 'a change could not be read; what was before is shown until it can be')
      retry = setTimeout(() => void notifyListeners(topic), retryMs)
    }
  })
  return () => {
    clearTimeout(retry)
    unsubscribe()
  }
}
