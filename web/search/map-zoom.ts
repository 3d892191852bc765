/** The part of MapLibre's map that is used here. */
type ZoomableMap = {
  isZooming: () => boolean
  getZoom: () => number
  getMinZoom: () => number
  getMaxZoom: () => number
  zoomTo: (zoom: number) => unknown
}

/**
 * Returns a function that zooms by whole levels. A press during the animation of the one before counts in full: the
 * map's own `zoomIn` and `zoomOut` start from the zoom that the animation has reached, so quick presses would be lost.
 */
export function createZoom(map: ZoomableMap): (levels: number) => void {
  let target: number | undefined
  return (levels) => {
    const from = map.isZooming() ? (target ?? map.getZoom()) : map.getZoom()
    target = Math.min(map.getMaxZoom(), Math.max(map.getMinZoom(), from + levels))
    map.zoomTo(target)
  }
}
