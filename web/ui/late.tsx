import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'

const signs = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin'] as const
const isServer = typeof document === 'undefined'

let hurry: () => void = () => {}
const acted = new Promise<void>((resolve) => {
  hurry = resolve
})
// The user may have interacted before this module was loaded.
if (isServer || navigator.userActivation?.hasBeenActive) hurry()
else for (const sign of signs) addEventListener(sign, hurry, { once: true, passive: true })

/** Loads all deferred parts at once. Call it before the page itself changes their props. */
export const bringLateParts = (): void => hurry()

/**
 * A part that is server-rendered and works as plain HTML. Its code loads on the first mouse movement, touch, key press
 * or scroll. Until then its props must not change, except in a transition.
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
