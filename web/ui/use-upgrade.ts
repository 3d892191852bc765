import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * Brings a heavy twin of a part when somebody turns to it. `ready` says that it has arrived;
 * the part decides when to change over, so that nothing being typed is lost.
 */
export function useUpgrade<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Rich, setRich] = useState<ComponentType<Props> | null>(null)
  const [failed, setFailed] = useState(false)
  const asked = useRef(false)
  const alive = useRef(true)

  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])

  const request = useCallback(() => {
    if (asked.current) return
    asked.current = true
    load().then(
      (module) => alive.current && setRich(() => module.default),
      () => {
        asked.current = false
        if (alive.current) setFailed(true)
      },
    )
  }, [load])

  return { Rich, request, failed }
}

const neverChanges = () => () => undefined

/** False on the server and in the first render: what needs JavaScript shows only when it is there. */
export function useHydrated() {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
