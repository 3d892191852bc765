import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * Brings a heavy twin of a part when somebody turns to it: `Rich`, null until it has arrived. The part decides when
 * to change over, so that nothing being typed is lost; `pressed`, spread over the part, lets a press that began
 * before end before, since a browser sends no click to what is gone when the button is let go.
 */
export function useUpgrade<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Rich, setRich] = useState<ComponentType<Props> | null>(null)
  const [failed, setFailed] = useState(false)
  const [pressing, setPressing] = useState(false)
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

  const letGo = () => setPressing(false)
  const pressed = {
    onPointerDown: () => setPressing(Rich === null),
    onClick: letGo,
    onPointerCancel: letGo,
    onPointerLeave: letGo,
  }
  return { Rich: pressing ? null : Rich, request, failed, pressed }
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
