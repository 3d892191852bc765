// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { earlyScript } from '#web/layout/early-script.ts'

function Town() {
  const [text, setText] = useState('')
  const [presses, setPresses] = useState(0)
  return (
    <>
      <input aria-label="Where" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{text}</output>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        {presses}
      </button>
    </>
  )
}

let unmount = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  runInThisContext(earlyScript)
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Town />)
  document.body.replaceChildren(page)
})
afterEach(() => {
  act(() => unmount())
  vi.useRealTimers()
})

const field = () => document.querySelector('input')!
const shown = () => document.querySelector('output')!.textContent

/** As a key does: past the property with which React notices changes by code. */
function typeInto(text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  act(() => {
    set?.call(field(), field().value + text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const hydrate = () =>
  act(() => {
    const root = hydrateRoot(document.querySelector('div')!, <Town />)
    unmount = () => root.unmount()
  })
const waitForReplay = () =>
  act(() => {
    vi.advanceTimersByTime(100)
  })

test('what was typed before hydration is entered again after it', () => {
  typeInto('T')
  typeInto('a')
  vi.advanceTimersByTime(1)
  hydrate()
  waitForReplay()
  expect([field().value, shown()]).toEqual(['Ta', 'Ta'])
})

test('letters typed between hydration and the replay of the first ones are kept', () => {
  typeInto('T')
  vi.advanceTimersByTime(1)
  hydrate()
  typeInto('avir')
  waitForReplay()
  expect([field().value, shown()]).toEqual(['Tavir', 'Tavir'])
})

const press = () => act(() => document.querySelector('button')!.click())
const presses = () => document.querySelector('button')!.textContent

test('a press before hydration is carried out after it', () => {
  press()
  vi.advanceTimersByTime(1)
  hydrate()
  waitForReplay()
  expect(presses()).toBe('1')
})

test('a press that React handles takes the place of one that is still to be replayed', () => {
  press()
  vi.advanceTimersByTime(1)
  hydrate()
  press()
  waitForReplay()
  expect(presses()).toBe('1')
})
