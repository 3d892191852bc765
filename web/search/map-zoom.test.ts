import { expect, test } from 'vitest'
import { createZoom } from '#web/search/map-zoom.ts'

/** A map that is in the middle of its animation after each `zoomTo`, until `arrive`. */
function animatedMap(zoom: number) {
  let target = zoom
  const state = { zoom, isZooming: false }
  return {
    isZooming: () => state.isZooming,
    getZoom: () => state.zoom,
    getMinZoom: () => 1,
    getMaxZoom: () => 12,
    zoomTo(to: number) {
      target = to
      state.zoom = (state.zoom + to) / 2
      state.isZooming = true
    },
    arrive() {
      state.zoom = target
      state.isZooming = false
      return state.zoom
    },
    move: (to: number) => (state.zoom = to),
  }
}
test('quick presses add up, as far as the map goes', () => {
  const map = animatedMap(9)
  const zoom = createZoom(map)
  for (let press = 0; press < 4; press++) zoom(-1)
  expect(map.arrive()).toBe(5)
  for (let press = 0; press < 9; press++) zoom(-1)
  zoom(1)
  expect(map.arrive()).toBe(2)
})

test('a press after the map has come to rest starts from where it is', () => {
  const map = animatedMap(9)
  const zoom = createZoom(map)
  zoom(-1)
  map.arrive()
  map.move(4)
  zoom(1)
  expect(map.arrive()).toBe(5)
})
