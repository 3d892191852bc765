import { isTypingIn } from '#web/beside/at-hand/shortcut.ts'

declare global {
  interface Window {
    /** The keys pressed so far, and the listener that adds them, from `early-script.ts`. */
    earlyKeys?: KeyboardEvent[] & { keep: (event: KeyboardEvent) => void }
  }
}

/** Longest time between two keys of a sequence. */
const sequenceMs = 1_500

/**
 * Reports single keys pressed outside fields with the one before, such as "gb": first those pressed before this file was
 * loaded, then each further one. Returns a function that ends this.
 */
export function watchSingleKeys(act: (typed: string) => void): () => void {
  let lastAt = -Infinity
  let last = ''
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, timeStamp, target } = event
    if (key.length !== 1 || ctrlKey || metaKey || altKey || repeat || isTypingIn(target)) return
    const before = timeStamp - lastAt > sequenceMs ? '' : last
    lastAt = timeStamp
    last = key.toLowerCase()
    act(before + last)
  }
  const { earlyKeys } = window
  if (earlyKeys) {
    removeEventListener('keydown', earlyKeys.keep, true)
    for (const event of earlyKeys.splice(0)) press(event)
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
