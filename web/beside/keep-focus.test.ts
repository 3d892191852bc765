// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { keepFocus } from '#web/beside/keep-focus.ts'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const page = (html: string) => {
  document.body.innerHTML = html
  stop = keepFocus()
}
const focused = () => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`

test('if the focused button is removed, the focus goes to the heading of the page', async () => {
  page('<main><h1>Your booking</h1><button>Cancel booking</button></main>')
  const button = document.querySelector('button')!
  button.focus()
  button.remove()
  await vi.waitFor(() => expect(focused()).toBe('H1 Your booking'))
})

test('while a dialog is open, the focus goes to its heading', async () => {
  page('<main><h1>Sam</h1><dialog open><h2>Check your request</h2><button>Continue</button></dialog></main>')
  const button = document.querySelector('button')!
  button.focus()
  button.remove()
  await vi.waitFor(() => expect(focused()).toBe('H2 Check your request'))
})

test('the next page gets the focus as soon as it has a heading', async () => {
  page('<div id="main"><main><a href="/auth/sign-up">Sign up</a></main></div>')
  document.querySelector('a')!.focus()
  document.body.innerHTML = '<p>Loading</p>'
  // The pages around signing in have another layout.
  document.body.innerHTML = '<main><h1>Create an account</h1></main>'
  await vi.waitFor(() => expect(focused()).toBe('H1 Create an account'))
})

test('an element that takes the focus itself keeps it', async () => {
  page('<main><h1>Your booking</h1><button>Open</button></main>')
  const button = document.querySelector('button')!
  button.focus()
  const field = document.createElement('input')
  button.replaceWith(field)
  field.focus()
  await new Promise((done) => {
    queueMicrotask(() => queueMicrotask(() => done(undefined)))
  })
  expect(document.activeElement).toBe(field)
})
