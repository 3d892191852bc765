import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'

const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin'] as const
const isServer = typeof document === 'undefined'

let startLoading = () => {}
/** Never fulfilled if the person only reads. */
export const firstInteraction = new Promise<void>((resolve) => {
  startLoading = resolve
})
// The user may have interacted before this module was loaded. Captured, because React stops the presses and touches of
// parts that are not hydrated yet.
if (isServer || navigator.userActivation?.hasBeenActive) startLoading()
else
  for (const eventName of interactionEvents)
    addEventListener(eventName, startLoading, { once: true, passive: true, capture: true })

/** Loads all deferred parts at once. Call it before the page itself changes their props. */
export const loadLazyParts = (): void => startLoading()

/**
 * A part that is server-rendered and works as plain HTML. Its code loads on the first mouse movement, touch, key press
 * or scroll, or right after hydration if `isWanted` returns true. Until then its props must not change, except in a
 * transition.
 */
export function lazyOnInteraction<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
  isWanted = () => false,
) {
  const Part = lazy(() => (isWanted() ? load() : firstInteraction.then(load))) as ComponentType<Props>
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  })
}
