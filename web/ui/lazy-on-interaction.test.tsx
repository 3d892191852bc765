// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  document.body.innerHTML =
    '<p>Text</p><a id="same" href="/?page=2">Next</a><a id="other" href="/sitters/1"><b>Inês</b></a>'
  onTestFinished(() => void vi.useRealTimers())
})

const isFulfilled = async (promise: Promise<unknown>): Promise<boolean> =>
  await Promise.race([promise.then(() => true), Promise.resolve().then(() => false)])

/** Imports the module anew, as each page does; its functions tell which parts would be loaded now. */
async function openPage() {
  const { firstInteraction, whenWanted } = await import('#web/ui/lazy-on-interaction.tsx')
  return {
    isNextWanted: () => isFulfilled(whenWanted()),
    async loadsAfter(ms: number): Promise<boolean> {
      await vi.advanceTimersByTimeAsync(ms)
      return await isFulfilled(firstInteraction)
    },
  }
}

const send = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }))

test('parts of a page are loaded once somebody moves the pointer, not by itself', async () => {
  const { loadsAfter, isNextWanted } = await openPage()
  expect(await loadsAfter(60_000)).toBe(false)
  expect(await isNextWanted()).toBe(false)
  send('p', 'pointermove')
  expect(await loadsAfter(90)).toBe(false)
  expect(await loadsAfter(10)).toBe(true)
})

test.each([
  ['p', 'pointerdown'],
  ['p', 'keydown'],
  ['p', 'wheel'],
  ['a', 'focusin'],
  ['#same', 'pointerdown'],
])('they are loaded at once when %s gets a %s event', async (selector, type) => {
  const { loadsAfter } = await openPage()
  send(selector, type)
  expect(await loadsAfter(0)).toBe(true)
})

test('a press on a link to another page loads the parts of that page first', async () => {
  const { loadsAfter, isNextWanted } = await openPage()
  for (const type of ['pointermove', 'pointerdown', 'focusin']) send('#other b', type)
  expect(await isNextWanted()).toBe(true)
  expect(await loadsAfter(990)).toBe(false)
  expect(await loadsAfter(10)).toBe(true)
})

test('if the link did not lead away, the next press loads them', async () => {
  const { loadsAfter } = await openPage()
  send('#other', 'pointerdown')
  expect(await loadsAfter(100)).toBe(false)
  send('p', 'pointerdown')
  expect(await loadsAfter(0)).toBe(true)
})
