// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { useBookingForm } from '#web/sitters/public/use-booking-form.ts'

const offered = [{ service: 'boarding' } as SitterService]
const petId = '01920000-0000-7000-8000-000000000001'
const asked = 'service=boarding&start=2026-12-12&end=2026-12-16'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.history.replaceState(null, '', `/sitters/7?${asked}`)
})
afterEach(() => void vi.useRealTimers())

/** Renders the form on its page and exposes its current state. */
async function open() {
  const shown: { form?: ReturnType<typeof useBookingForm> } = {}
  function Page() {
    const form = useBookingForm(offered)
    useEffect(() => {
      shown.form = form
    })
    return null
  }
  const page = Promise.withResolvers<null>()
  const router = createBrowserRouter([
    { path: '/sitters/:id', element: <Page /> },
    { path: '/other', element: null },
    { path: '/slow', element: null, loader: () => page.promise },
  ])
  render(<RouterProvider router={router} />)
  return { router, page, form: () => shown.form! }
}

const inAddress = () => Object.fromEntries(new URLSearchParams(window.location.search))

test('the address follows the form a moment later', async () => {
  const { form } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  expect(inAddress()).not.toHaveProperty('petIds')
  await act(async () => void vi.advanceTimersByTime(250))
  expect(inAddress()).toMatchObject({ start: '2026-12-12', petIds: petId })
})

test('a step that is taken meanwhile stays in the address, however late it is drawn', async () => {
  const { form, router } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    // Inside `act`, React renders only at the end.
    await router.navigate(form().addressOf(form().state, { step: 'check' }))
    vi.advanceTimersByTime(1_000)
  })
  expect(inAddress()).toMatchObject({ step: 'check', petIds: petId })
})

test('on the way to another page the address is not written', async () => {
  const { form, router } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    await router.navigate('/other')
    vi.advanceTimersByTime(1_000)
  })
  expect(window.location.pathname).toBe('/other')
})

test('a page that takes long to load is not cancelled by the address, however late its loading is drawn', async () => {
  const { form, router, page } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    const opened = router.navigate('/slow')
    vi.advanceTimersByTime(1_000)
    page.resolve(null)
    await opened
  })
  expect(window.location.pathname).toBe('/slow')
})

test('the address follows the form after a navigation that was abandoned', async () => {
  const { form, router } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    void router.navigate('/slow')
    vi.advanceTimersByTime(1_000)
    await router.navigate('#reviews')
    vi.advanceTimersByTime(250)
  })
  expect(inAddress()).toMatchObject({ petIds: petId })
})
