import { type ComponentType, useEffect, useState } from 'react'

/**
 * A part that a press opens. Its code loads when it is first rendered, and until then it is nothing. Not `lazy`: React
 * shows what suspends no sooner than 300 ms after its fallback (FALLBACK_THROTTLE_MS), even if the code is there.
 */
export function onPress<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null
  return function PartOnPress(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (!Part)
        load().then(
          (module) => setPart(() => (loaded = module.default)),
          (error: unknown) =>
            setPart(() => {
              // For the error boundary, as `lazy` does.
              throw error
            }),
        )
    }, [Part])
    return Part && <Part {...props} />
  }
}
