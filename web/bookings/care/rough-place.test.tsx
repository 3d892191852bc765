// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { booking } from '#web/bookings/life/booking.fixture.ts'
import type { BookingStep } from '#web/bookings/life/use-booking.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Asked = { found: PositionCallback; refused: PositionErrorCallback }

/**
 * Renders Sam's check-in dialog with a mocked browser that answers on demand. Records what it was asked and what was
 * sent.
 */
function checkIn() {
  const asked: Asked[] = []
  const sent: BookingStep[] = []
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (found: PositionCallback, refused: PositionErrorCallback) =>
        asked.push({ found, refused }),
    },
  })
  const move = async (step: BookingStep) => {
    sent.push(step)
    return 'done' as const
  }
  const actions = [{ event: 'check_in' as const, deadlineAt: null }]
  const shown = booking({ role: 'sitter', status: 'confirmed', actions })
  const Page = createRoutesStub([
    { path: '/', Component: () => <BookingActions booking={shown} move={move} /> },
  ])
  render(<Page initialEntries={['/']} />)
  fireEvent.click(screen.getByRole('button', { name: 'Check in' }))
  const dialog = within(screen.getByRole('alertdialog'))
  const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: /roughly where I am/ })
  const confirm = () => act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Check in' })))
  return { asked, sent, dialog, box, confirm }
}

const at = (latitude: number, longitude: number, accuracy = 20) =>
  ({ coords: { latitude, longitude, accuracy } }) as GeolocationPosition
const refusal = (code: number) => ({ code }) as GeolocationPositionError

test('with the box unticked, no position is requested or sent', async () => {
  const { asked, sent, dialog, box, confirm } = checkIn()
  expect(box.checked).toBe(false)
  expect(dialog.getByText(/Only you and Olga see it/)).toBeTruthy()
  await confirm()
  expect(asked).toEqual([])
  expect(sent).toEqual([{ event: 'check_in', note: null }])
})

test('with the box ticked, the check-in includes the rounded position', async () => {
  const { asked, sent, dialog, box, confirm } = checkIn()
  fireEvent.click(box)
  expect(dialog.getByText('Finding where you are…')).toBeTruthy()
  act(() => asked[0]!.found(at(53.349_81, -6.260_31)))
  expect(dialog.getByText('Found. It is sent with the check-in.')).toBeTruthy()
  await confirm()
  expect(sent).toEqual([{ event: 'check_in', note: null, location: { lat: 53.35, lng: -6.26 } }])
})

test.each([
  ['refuses', refusal(1), /did not share your location/],
  ['does not know', refusal(2), /could not be found to within about 1 km/],
  ['takes too long', refusal(3), /took too long/],
  ['knows only the region', at(53.349_81, -6.260_31, 25_000), /could not be found to within about 1 km/],
])('if the browser %s, the reason is shown and check-in still works', async (_, said, words) => {
  const { asked, sent, dialog, box, confirm } = checkIn()
  fireEvent.click(box)
  act(() => ('coords' in said ? asked[0]!.found(said) : asked[0]!.refused(said)))
  expect(dialog.getByText(words).textContent).toContain('you can go on without it')
  expect(box.checked).toBe(false)
  await confirm()
  expect(sent).toEqual([{ event: 'check_in', note: null }])
})

test('the check-in waits for a requested position; unticking the box discards the position', async () => {
  const { asked, sent, dialog, box, confirm } = checkIn()
  fireEvent.click(box)
  await confirm()
  expect(sent).toEqual([])
  expect(dialog.getAllByText(/still finding where you are/).length).toBeGreaterThan(0)
  fireEvent.click(box)
  act(() => asked[0]!.found(at(53.349_81, -6.260_31)))
  expect(box.checked).toBe(false)
  await confirm()
  expect(sent).toEqual([{ event: 'check_in', note: null }])
})
