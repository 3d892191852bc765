import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'

declare global {
  interface Window {
    /** Whether a pointer is pressed or a press is to be replayed. From the early script, which sees early presses too. */
    isPressed?: () => unknown
  }
}

/**
 * Loads a heavier version of a component on first interaction; `Rich` is null until it is loaded. The component decides
 * when to swap, so that no input is lost. Spread `pressed` over the component, so that the swap waits until a press has
 * ended: browsers send no click if the pressed element is gone by then.
 */
export function useUpgrade<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Rich, setRich] = useState<ComponentType<Props> | null>(null)
  const [failed, setFailed] = useState(false)
  const [isPressing, setPressing] = useState(false)
  const requested = useRef(false)
  const isMounted = useRef(true)

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const request = useCallback(() => {
    if (requested.current) return
    requested.current = true
    const show = (loaded: ComponentType<Props>) => {
      // The press may have begun before the component was hydrated, so that `pressed` has not received it.
      setPressing((isPressed) => isPressed || !!window.isPressed?.())
      setRich(() => loaded)
    }
    load().then(
      (module) => isMounted.current && show(module.default),
      () => {
        requested.current = false
        if (isMounted.current) setFailed(true)
      },
    )
  }, [load])

  const endPress = () => setPressing(false)
  const pressed = {
    onPointerDown: () => setPressing(Rich === null),
    onClick: endPress,
    onPointerCancel: endPress,
    onPointerLeave: endPress,
  }
  return { Rich: isPressing ? null : Rich, request, failed, pressed }
}
