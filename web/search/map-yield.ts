import type { Map as MapLibre } from 'maplibre-gl'

/** The goal for the result of a press, and a little more. */
const answerMs = 400

let pressedAt = navigator.userActivation?.isActive ? performance.now() : Number.NEGATIVE_INFINITY
for (const name of ['pointerdown', 'keydown'])
  addEventListener(name, ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, passive: true })

/** Waits until the last press has had time for its answer, and no other page is loading. */
export async function afterPress(isLeaving: () => boolean): Promise<void> {
  for (;;) {
    const left = isLeaving() ? answerMs : pressedAt + answerMs - performance.now()
    if (left <= 0) return
    await new Promise((resolve) => setTimeout(resolve, left))
  }
}

/**
 * Draws nothing while a press outside the map is answered: without a graphics card each frame keeps the browser busy for
 * a tenth of a second. The map has no option for it, but asks for each frame with its public `triggerRepaint`. Returns a
 * function that stops this.
 */
export function yieldToPresses(
  map: Pick<MapLibre, 'triggerRepaint' | 'getContainer'>,
  isLeaving: () => boolean,
): () => void {
  const draw = map.triggerRepaint.bind(map)
  let isPaused = false
  map.triggerRepaint = () => isPaused || draw()
  const press = async ({ target }: Event) => {
    if (isPaused || (target instanceof Node && map.getContainer().contains(target))) return
    isPaused = true
    await afterPress(isLeaving)
    isPaused = false
    draw()
  }
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, press, true)
  return () => {
    for (const name of ['pointerdown', 'keydown']) removeEventListener(name, press, true)
  }
}
