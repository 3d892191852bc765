// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { useEffect } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBookingForm } from '#web/sitters/public/use-booking-form.ts'
import { serviceOf } from '#web/sitters/public/service.fixture.ts'

const offered = [serviceOf('boarding')]
const petId = '01920000-0000-7000-8000-000000000001'
const queryString = 'service=boarding&start=2026-12-12&end=2026-12-16'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.history.replaceState(null, '', `/sitters/7?${queryString}`)
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

test('the URL is updated 250 ms after a change to the form', async () => {
  const { form } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  expect(inAddress()).not.toHaveProperty('petIds')
  await act(async () => void vi.advanceTimersByTime(250))
  expect(inAddress()).toMatchObject({ start: '2026-12-12', petIds: petId })
})

test('a navigation to the next step before the update stays in the URL even if it renders late', async () => {
  const { form, router } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    // Inside `act`, React renders only at the end.
    await router.navigate(form().addressOf(form().state, { step: 'check' }))
    vi.advanceTimersByTime(1_000)
  })
  expect(inAddress()).toMatchObject({ step: 'check', petIds: petId })
})

test('the URL is not updated after navigating to another page', async () => {
  const { form, router } = await open()
  await act(async () => form().change({ petIds: [petId] }))
  await act(async () => {
    await router.navigate('/other')
    vi.advanceTimersByTime(1_000)
  })
  expect(window.location.pathname).toBe('/other')
})

test('the URL update does not cancel a slow navigation, even if its loading state renders late', async () => {
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

test('the URL is updated after an abandoned navigation', async () => {
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
