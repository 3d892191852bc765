// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { afterPress, yieldToPresses } from '#web/search/map-yield.ts'

// One clock for all tests, because the module keeps the time of the last press.
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
afterEach(() => document.body.replaceChildren())

/** Presses at the time of the faked clock; an event has the time of the real one. */
function press(target: Element) {
  const event = new Event('pointerdown', { bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() })
  target.dispatchEvent(event)
}

function openMap(isLeaving = () => false) {
  const container = document.createElement('div')
  const outside = document.createElement('button')
  document.body.append(container, outside)
  const draw = vi.fn<() => void>()
  const map = { triggerRepaint: draw, getContainer: () => container }
  const stop = yieldToPresses(map, isLeaving)
  return { map, draw, container, outside, stop }
}

test('nothing is drawn for 400 ms after a press outside the map, and then once', async () => {
  const { map, draw, outside, stop } = openMap()
  press(outside)
  map.triggerRepaint()
  await vi.advanceTimersByTimeAsync(399)
  map.triggerRepaint()
  expect(draw).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(draw).toHaveBeenCalledTimes(1)
  map.triggerRepaint()
  expect(draw).toHaveBeenCalledTimes(2)
  stop()
})

test('a second press prolongs the pause', async () => {
  const { draw, outside, stop } = openMap()
  press(outside)
  await vi.advanceTimersByTimeAsync(300)
  press(outside)
  await vi.advanceTimersByTimeAsync(399)
  expect(draw).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(draw).toHaveBeenCalledTimes(1)
  stop()
})

test('a press on the map itself is answered by the map at once', () => {
  const { map, draw, container, stop } = openMap()
  press(container)
  map.triggerRepaint()
  expect(draw).toHaveBeenCalledTimes(1)
  stop()
})

test('nothing is drawn while another page is loading', async () => {
  let isLeaving = true
  const { draw, outside, stop } = openMap(() => isLeaving)
  press(outside)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(draw).not.toHaveBeenCalled()
  isLeaving = false
  await vi.advanceTimersByTimeAsync(400)
  expect(draw).toHaveBeenCalledTimes(1)
  stop()
})

test('once it is stopped, presses pause nothing', () => {
  const { map, draw, outside, stop } = openMap()
  stop()
  press(outside)
  map.triggerRepaint()
  expect(draw).toHaveBeenCalledTimes(1)
})

test('what waits for presses goes on at once if there was none lately', async () => {
  const { outside, stop } = openMap()
  press(outside)
  await vi.advanceTimersByTimeAsync(400)
  await expect(afterPress(() => false)).resolves.toBeUndefined()
  stop()
})
