import { useEffect, useRef, useState } from 'react'
import type { ComboboxItem, ComboboxProps } from '#web/ui/forms/combobox.tsx'

export const pauseMs = 120
/** Shorter texts have no suggestions. */
export const minLength = 2

export type SuggestionState = 'idle' | 'found' | 'empty' | 'failed'
type Answer = { items: readonly ComboboxItem[]; state: SuggestionState }
const idle: Answer = { items: [], state: 'idle' }

/**
 * Loads suggestions and drops responses for older text: at once after a pause in typing, so that a single letter is
 * answered without delay, and while somebody types fast only for the text at which they pause.
 */
export function useSuggestions(text: string, wanted: boolean, load: ComboboxProps['load']) {
  const [answer, setAnswer] = useState<Answer>(idle)
  const loader = useRef(load)
  const changedAt = useRef(-Infinity)
  useEffect(() => {
    loader.current = load
  })
  useEffect(() => {
    const wording = text.trim()
    if (!wanted || wording.length < minLength) return
    const hasPaused = performance.now() - changedAt.current > pauseMs
    changedAt.current = performance.now()
    const abort = new AbortController()
    const timer = setTimeout(
      () => {
        loader.current(wording, abort.signal).then(
          (items) =>
            !abort.signal.aborted && setAnswer({ items, state: items.length > 0 ? 'found' : 'empty' }),
          () => !abort.signal.aborted && setAnswer({ items: [], state: 'failed' }),
        )
      },
      hasPaused ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, wanted])
  return wanted && text.trim().length < minLength ? idle : answer
}
