import { type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'

const interactionEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const
/** Longer than it takes from a movement onto a link to the press, where the pointer is moved and pressed at once. */
const movingMs = 100
/** Within this time a link usually shows its page. The parts that stay, such as those of the layout, load afterwards. */
const leavingMs = 1_000

/** Loads all deferred parts at once. Call it before the page itself changes their props. */
export let loadLazyParts = (): void => {}
let isLeaving = false
/** Never fulfilled if the person only reads, and late if they begin with a press on a link to another page. */
export const firstInteraction = new Promise<void>((resolve) => {
  loadLazyParts = resolve
})
// The user may have interacted before this module was loaded. Captured, because React stops the presses and touches of
// parts that are not hydrated yet.
if (import.meta.env.SSR || navigator.userActivation?.hasBeenActive) loadLazyParts()
else
  for (const eventName of interactionEvents)
    addEventListener(eventName, noteInteraction, { once: eventName !== 'pointerdown', capture: true })

/** Loading the parts of a page that is being left would delay the next page. */
function noteInteraction({ type, target }: Event): void {
  if (type === 'pointerdown') isLeaving = leadsElsewhere(target)
  if (isLeaving) setTimeout(loadLazyParts, leavingMs)
  else if (type === 'pointermove') setTimeout(() => isLeaving || loadLazyParts(), movingMs)
  else loadLazyParts()
}

const leadsElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.closest('a') ?? location).pathname !== location.pathname

/** When to load the code of a page's parts: at once if the page is opened by a link, else on the first interaction. */
export const whenWanted = async (): Promise<unknown> => isLeaving || firstInteraction

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
  const Part = lazy(() => (isWanted() ? load() : whenWanted().then(load))) as ComponentType<Props>
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  })
}
