import { useEffect, useEffectEvent } from 'react'
import type { LiveTopic } from '#contract/live/codes.ts'
import { listen, type LiveListener } from '#web/live/listeners.ts'

/**
 * Hears what changes for the signed-in person: an event with the ids of what has changed, or nothing at all when anything
 * may have. The listener reads anew, so hearing the same twice does no harm.
 */
export function useLive(topic: LiveTopic, listener: LiveListener): void {
  const hear = useEffectEvent(listener)
  useEffect(() => listen(topic, (event) => hear(event)), [topic])
}
