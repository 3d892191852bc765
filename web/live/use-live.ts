import { useEffect, useEffectEvent } from 'react'
import type { LiveTopic } from '#contract/live/codes.ts'
import { listen, type LiveListener } from '#web/live/listeners.ts'

/**
 * Subscribes to changes for the signed-in person. The listener gets an event with the ids of what has changed, or
 * undefined if anything may have. It reads the data again, so a duplicate event does no harm.
 */
export function useLive(topic: LiveTopic, listener: LiveListener): void {
  const onEvent = useEffectEvent(listener)
  useEffect(() => listen(topic, (event) => onEvent(event)), [topic])
}
