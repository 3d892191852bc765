// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { watchSingleKeys } from '#web/beside/at-hand/single-keys.ts'

// As `early-script.ts` does before any other code is loaded.
const pressed: KeyboardEvent[] = []
window.earlyKeys = Object.assign(pressed, { keep: (event: KeyboardEvent) => void pressed.push(event) })
addEventListener('keydown', window.earlyKeys.keep, true)

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** Presses a key at a moment, in milliseconds since the page was opened. */
function press(key: string, at: number, target: Element = document.body, ctrlKey = false) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ctrlKey })
  Object.defineProperty(event, 'timeStamp', { value: at })
  target.dispatchEvent(event)
}

test('keys pressed while the code loads are reported in their order and with their times, then each further one', () => {
  const field = document.createElement('input')
  document.body.append(field)
  press('x', 100, field)
  press('?', 200)
  press('Shift', 250)
  press('G', 3_000)
  press('b', 3_400)
  press('g', 4_000)
  press('m', 6_000)
  const reported = vi.fn<(typed: string) => void>()
  stop = watchSingleKeys(reported)
  expect(reported.mock.calls.flat()).toEqual(['?', 'g', 'gb', 'bg', 'm'])
  press('g', 7_000)
  press('n', 7_100)
  press('k', 7_200, document.body, true)
  expect(reported.mock.calls.flat().slice(5)).toEqual(['mg', 'gn'])
})

test('no key is reported twice', () => {
  const [first, second] = [vi.fn<(typed: string) => void>(), vi.fn<(typed: string) => void>()]
  watchSingleKeys(first)()
  press('?', 8_000)
  stop = watchSingleKeys(second)
  expect(first).not.toHaveBeenCalled()
  expect(second).not.toHaveBeenCalled()
})
