import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * Loads a heavier version of a component on first interaction; `Rich` is null until it is loaded. The component decides
 * when to swap, so that no input is lost. Spread `pressed` over the component, so that the swap waits until a press has
 * ended: browsers send no click if the pressed element is gone by then.
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

/** Returns false on the server and during hydration, so that parts that need JavaScript are shown only once it runs. */
export function useHydrated() {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
