import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin'] as const
const isServer = typeof document === 'undefined'

let hurry: () => void = () => {}
const acted = new Promise<void>((resolve) => {
  hurry = resolve
})
// Somebody may have acted before this was there.
if (isServer || navigator.userActivation?.hasBeenActive) hurry()
else for (const sign of signs) addEventListener(sign, hurry, { once: true, passive: true })

/** Brings what waits for somebody to act at once, because the page is about to change it by itself. */
export const bringLateParts = (): void => hurry()

/**
 * A part that is drawn on the server and works as plain HTML; its code arrives when somebody first moves, touches,
 * types or scrolls. Until then its props must not change, except in a transition.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  const Part = lazy(() => acted.then(load)) as ComponentType<Props>
  return memo(function Late(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  })
}
