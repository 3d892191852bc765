import { type ComponentType, useEffect, useState } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part that a press opens. Its code loads when it is first rendered, or before when somebody is about to press
 * (`prefetch`), and until then it is nothing. Not `lazy`: React shows what suspends no sooner than 300 ms after its
 * fallback (FALLBACK_THROTTLE_MS), even if the code is there.
 */
export function onPress<Props extends object>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null
  function PartOnPress(props: Props) {
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
  /** Loads the code early. If that fails, nobody has missed anything yet: the press loads it again, and says so. */
  const prefetch = () =>
    void load().then(
      (module) => (loaded = module.default),
      () => undefined,
    )
  return Object.assign(PartOnPress, { prefetch })
}
