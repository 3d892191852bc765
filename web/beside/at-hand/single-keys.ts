import { create } from 'zustand'
import { isTypingIn } from '#web/beside/at-hand/shortcut.ts'
import { firstInteraction } from '#web/ui/lazy-on-interaction.tsx'

/** Longest time between two keys of a sequence. */
const sequenceMs = 1_500

/** The keys last pressed outside fields, in order, such as "gb"; each press sets a new object. */
export const singleKeys = create<{ typed: string }>(() => ({ typed: '' }))

/**
 * Records single keys, also the press that had this file loaded; further ones while it loads are lost. Returns a
 * function that ends this.
 */
export function recordSingleKeys(): () => void {
  let lastAt = -Infinity
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, timeStamp, target } = event
    if (key.length !== 1 || ctrlKey || metaKey || altKey || repeat || isTypingIn(target)) return
    const before = timeStamp - lastAt > sequenceMs ? '' : singleKeys.getState().typed.slice(-1)
    lastAt = timeStamp
    singleKeys.setState({ typed: before + key.toLowerCase() })
  }
  void firstInteraction.then((event) => event instanceof KeyboardEvent && press(event))
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
