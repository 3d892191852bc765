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
  const [isGarden, setGarden] = useState(false)
  return (
    <>
      <input aria-label="Where" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{text}</output>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        {presses}
      </button>
      <input type="checkbox" checked={isGarden} onChange={(event) => setGarden(event.target.checked)} />
      <p>{isGarden ? 'garden' : 'no garden'}</p>
    </>
  )
}

let unmount = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  runInThisContext(earlyScript())
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Town />)
  document.body.replaceChildren(page)
})
afterEach(() => {
  act(() => unmount())
  vi.useRealTimers()
})

const field = () => document.querySelector('input')!
const tick = () => document.querySelector<HTMLInputElement>('[type=checkbox]')!
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

test('a box that is ticked before hydration stays ticked', () => {
  act(() => tick().click())
  vi.advanceTimersByTime(1)
  hydrate()
  waitForReplay()
  expect([tick().checked, document.querySelector('p')!.textContent]).toEqual([true, 'garden'])
})

/** While React hydrates a part, its listener stops the events of that part, which already has React's props. */
function hydrating(during: () => void) {
  const stop = (event: Event) => event.stopPropagation()
  const types = ['click', 'input', 'change'] as const
  for (const type of types) document.addEventListener(type, stop, true)
  during()
  for (const type of types) document.removeEventListener(type, stop, true)
}

test('what React stops because it has not finished hydrating is carried out after it, once', () => {
  hydrate()
  hydrating(() => {
    press()
    typeInto('Tavira')
    // The first replay is stopped as well.
    waitForReplay()
  })
  waitForReplay()
  waitForReplay()
  expect([presses(), field().value, shown()]).toEqual(['1', 'Tavira', 'Tavira'])
})

test('a box that is ticked while React has not finished hydrating stays ticked', () => {
  hydrate()
  hydrating(() => act(() => tick().click()))
  waitForReplay()
  expect([tick().checked, document.querySelector('p')!.textContent]).toEqual([true, 'garden'])
})

test('a press that the page itself prevents is not carried out', () => {
  hydrate()
  const prevent = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', prevent, { capture: true, once: true })
  press()
  waitForReplay()
  expect(presses()).toBe('0')
})
