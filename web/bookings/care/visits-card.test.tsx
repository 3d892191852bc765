// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { booking } from '#web/bookings/life/booking.fixture.ts'
// The card loads this dialog lazily; importing it here makes it available at once.
import '#web/bookings/case/case-dialog.tsx'
import { VisitsCard } from '#web/bookings/care/visits-card.tsx'

afterEach(cleanup)

const walk = (day: number, reportable: boolean): Booking['visits'][number] => ({
  on: `2030-06-${String(day).padStart(2, '0')}`,
  time: '09:00',
  minutes: 30,
  startsAt: `2030-06-${String(day).padStart(2, '0')}T08:00:00.000Z`,
  endsAt: `2030-06-${String(day).padStart(2, '0')}T08:30:00.000Z`,
  reportable,
})
const walks = (visits: Booking['visits'], part: Partial<Booking> = {}): Booking =>
  booking({ service: 'dog_walking', status: 'in_progress', visits, ...part })
function show(shown: Booking) {
  const Component = () => <VisitsCard booking={shown} move={async () => 'done' as const} />
  const Page = createRoutesStub([{ path: '/', Component }])
  render(<Page />)
}

test('each walk that may have been missed has a button, which opens a report about that walk', async () => {
  show(walks([walk(1, false), walk(2, true), walk(3, true), walk(4, false)]))
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(buttons).toEqual(['Report as missed: Walk 2', 'Report as missed: Walk 3'])
  fireEvent.click(screen.getByRole('button', { name: 'Report as missed: Walk 2' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Sun.* 2 .*09:00/ }).checked).toBe(true)
})

test('the collapsed list is opened if it contains a walk that may have been missed', () => {
  const visits = Array.from({ length: 10 }, (_, index) => walk(index + 1, index === 9))
  show(walks(visits))
  expect(screen.getByRole('button', { name: 'Report as missed: Walk 10' }).closest('details')?.open).toBe(
    true,
  )
})

test('a single walk has no button of its own while the booking offers the no-show report', () => {
  show(walks([walk(1, true)], { actions: [{ event: 'report_no_show', deadlineAt: null }] }))
  expect(screen.queryByRole('button')).toBeNull()
})
