import type { Map as MapLibre } from 'maplibre-gl'
import { screenPositionOf } from '#web/search/map-area.ts'

/** Marks an element that lies over the map, with the side of the map that it covers. */
export const coversMap = (side: keyof Insets) => ({ 'data-covers-map': side })

/** Margins of the map, in pixels, in which a pin would be covered or out of view. */
export type Insets = { top: number; right: number; bottom: number; left: number }
type Box = { top: number; right: number; bottom: number; left: number }
type Cover = { side: keyof Insets; box: Box }

/** Half of a pin for fingers, with a margin, in pixels. */
const pinRoom = { across: 34, along: 28 }
/** Height of the button “Search this area” with its margin, in pixels. It appears once the map has moved. */
export const searchButtonRoom = 52
/** The share of the map's width and height that stays free if the covers would take more, as on a phone held sideways. */
const leastFreeShare = 0.25

/** Returns two insets, reduced in proportion if less than the least share of the length would be free. */
function reduced(start: number, end: number, length: number): [number, number] {
  const most = length * (1 - leastFreeShare)
  const factor = start + end > most ? most / (start + end) : 1
  return [start * factor, end * factor]
}

/**
 * Returns the insets for the middle of a pin. A part of the map may be outside of the viewport; `roomAtTop` is the height
 * of a button that is to appear below the covers of the top.
 */
export function insetsOf(
  map: Box,
  covers: readonly Cover[],
  viewportHeight: number,
  roomAtTop: number,
): Insets {
  const overlapping = covers.filter(
    ({ box }) =>
      box.right > box.left &&
      box.bottom > box.top &&
      box.left < map.right &&
      box.right > map.left &&
      box.top < map.bottom &&
      box.bottom > map.top,
  )
  const edges = (side: keyof Insets, edge: keyof Box) =>
    overlapping.filter((cover) => cover.side === side).map(({ box }) => box[edge])
  const top = Math.max(map.top, 0, ...edges('top', 'bottom')) - map.top
  const bottom = map.bottom - Math.min(map.bottom, viewportHeight, ...edges('bottom', 'top'))
  const left = Math.max(map.left, ...edges('left', 'right')) - map.left
  const right = map.right - Math.min(map.right, ...edges('right', 'left'))
  const { across, along } = pinRoom
  const [insetTop, insetBottom] = reduced(top + roomAtTop + along, bottom + along, map.bottom - map.top)
  const [insetLeft, insetRight] = reduced(left + across, right + across, map.right - map.left)
  return { top: insetTop, right: insetRight, bottom: insetBottom, left: insetLeft }
}

/** Returns the distance, in pixels, by which the view must move so that the point is within the insets. */
export function shiftInto(
  { x, y }: { x: number; y: number },
  insets: Insets,
  { width, height }: { width: number; height: number },
): [x: number, y: number] {
  const beyond = (at: number, least: number, most: number) => at - Math.min(most, Math.max(least, at))
  return [beyond(x, insets.left, width - insets.right), beyond(y, insets.top, height - insets.bottom)]
}

/** Returns the insets of the map that is now on the page. */
export function insetsNow(map: MapLibre, roomAtTop = 0): Insets {
  const covers = [...document.querySelectorAll<HTMLElement>('[data-covers-map]')].map((element) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by `coversMap`
    side: element.dataset['coversMap'] as keyof Insets,
    box: element.getBoundingClientRect(),
  }))
  return insetsOf(map.getContainer().getBoundingClientRect(), covers, window.innerHeight, roomAtTop)
}

/** Moves the map as little as necessary so that nothing covers a position. */
export function uncover(map: MapLibre, position: { lat: number; lng: number }, eventData: object): void {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const shift = shiftInto(screenPositionOf(map, position), insetsNow(map), { width, height })
  if (shift.some((pixels) => Math.abs(pixels) >= 1)) map.panBy(shift, {}, eventData)
}
