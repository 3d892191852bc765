// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AvailabilityCalendar } from '#web/ui/dates/availability-calendar.tsx'
import { dayAfterKey } from '#web/ui/dates/availability-selection.ts'

const changed = vi.fn<(days: string[], state: string) => void>()
beforeEach(() => changed.mockReset())
afterEach(cleanup)

/** `loads` makes a month appear only when that is over, as one whose days have to be loaded does. */
function Calendar({ loads }: { loads?: Promise<void> }) {
  const [blocked, setBlocked] = useState<readonly string[]>([])
  const [month, setMonth] = useState('2026-12-01')
  const showLater = async (isLoaded: Promise<void>, next: string) => {
    await isLoaded
    setMonth(next)
  }
  return (
    <AvailabilityCalendar
      label="Your days"
      month={month}
      onMonth={loads ? (next) => void showLater(loads, next) : setMonth}
      min="2026-10-15"
      today="2026-12-01"
      max="2027-03-31"
      infoOf={(day) =>
        day === '2026-12-03'
          ? { state: 'imported', note: 'From your other calendar' }
          : { state: blocked.includes(day) ? 'blocked' : 'free' }
      }
      onChange={(days, state) => {
        changed(days, state)
        setBlocked(state === 'blocked' ? [...blocked, ...days] : blocked.filter((day) => !days.includes(day)))
      }}
    />
  )
}

const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })
const focusedLabel = () => document.activeElement?.getAttribute('aria-label')
const announcement = () => document.querySelector('[aria-live=polite]')?.textContent

test('arrow keys move the focus, Space toggles a day and the change is announced', () => {
  render(<Calendar />)
  screen.getByRole('gridcell', { name: 'Tuesday 1 December 2026, free' }).focus()
  press('ArrowRight')
  expect(focusedLabel()).toBe('Wednesday 2 December 2026, free')
  press(' ')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-02'], 'blocked')
  expect(focusedLabel()).toBe('Wednesday 2 December 2026, not available')
  expect(announcement()).toBe('Wednesday 2 December 2026: not available')
  press(' ')
  expect(changed).toHaveBeenLastCalledWith(['2026-12-02'], 'free')
})

test('Shift+arrow extends the selection, and imported days are excluded from the change', () => {
  render(<Calendar />)
  screen.getByRole('gridcell', { name: /^Tuesday 1 December/ }).focus()
  for (const _ of 'four') press('ArrowRight', true)
  expect(announcement()).toBe('5 days selected')
  press(' ')
  expect(changed).toHaveBeenLastCalledWith(
    ['2026-12-01', '2026-12-02', '2026-12-04', '2026-12-05'],
    'blocked',
  )
  expect(announcement()).toBe('4 days from Tue 1 Dec to Sat 5 Dec: not available')
})

test('an imported day is disabled, has a reason in its label and cannot be changed', () => {
  render(<Calendar />)
  const cell = screen.getByRole('gridcell', {
    name: 'Thursday 3 December 2026, not available: From your other calendar',
  })
  expect(cell.getAttribute('aria-disabled')).toBe('true')
  screen.getByRole('gridcell', { name: /^Tuesday 1 December/ }).focus()
  press('ArrowRight')
  press('ArrowRight')
  press(' ')
  expect(changed).not.toHaveBeenCalled()
  expect(announcement()).toBe('Thu 3 Dec cannot be changed here')
})

test('PageDown moves by months and stops at the last available day', () => {
  render(<Calendar />)
  screen.getByRole('gridcell', { name: /^Tuesday 1 December/ }).focus()
  for (const _ of 'threes') press('PageDown')
  expect(focusedLabel()).toBe('Wednesday 31 March 2027, free')
})

test('PageUp turns to the previous month, even if its day is already shown beside the present one', () => {
  render(<Calendar />)
  screen.getByRole('gridcell', { name: /^Tuesday 1 December/ }).focus()
  for (const _ of 'four') press('ArrowDown')
  press('ArrowRight')
  expect(focusedLabel()).toBe('Wednesday 30 December 2026, free')
  press('PageUp')
  expect(focusedLabel()).toBe('Monday 30 November 2026, past')
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy()
})

test('the day of a month that has to be loaded gets the focus there, not where it is shown beside the present month', async () => {
  const { promise: loads, resolve: loaded } = Promise.withResolvers<void>()
  render(<Calendar loads={loads} />)
  screen.getByRole('gridcell', { name: /^Tuesday 1 December/ }).focus()
  for (const _ of 'four') press('ArrowDown')
  press('ArrowRight')
  press('PageUp')
  expect(focusedLabel()).toBe('Wednesday 30 December 2026, free')
  await act(async () => loaded())
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy()
  expect(focusedLabel()).toBe('Monday 30 November 2026, past')
})

test('months that are over can be opened by button and keyboard, but their days cannot be changed', () => {
  render(<Calendar />)
  const first = screen.getByRole('gridcell', { name: 'Tuesday 1 December 2026, free' })
  expect(first.getAttribute('tabindex')).toBe('0')
  expect(
    screen.getByRole('gridcell', { name: 'Monday 30 November 2026, past' }).getAttribute('aria-disabled'),
  ).toBe('true')
  first.focus()
  press('PageUp')
  expect(focusedLabel()).toBe('Sunday 1 November 2026, past')
  expect(screen.getByRole('grid', { name: 'November 2026' }).getAttribute('aria-readonly')).toBe(null)
  press(' ')
  expect(announcement()).toBe('Sun 1 Nov cannot be changed here')

  fireEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(screen.getByRole('grid', { name: 'October 2026' }).getAttribute('aria-readonly')).toBe('true')
  expect(document.body.textContent).toContain('Days that are over cannot be opened or closed.')
  expect(screen.getByRole('button', { name: 'Previous month' })).toHaveProperty('disabled', true)
  screen.getByRole('gridcell', { name: 'Sunday 1 November 2026, past' }).focus()
  for (const key of ['PageUp', 'ArrowLeft', 'Enter']) press(key)
  expect(focusedLabel()).toBe('Thursday 15 October 2026, past')
  expect(changed).not.toHaveBeenCalled()
})

test.each([
  ['Home', '2026-12-17', '2026-12-14'],
  ['End', '2026-12-17', '2026-12-20'],
  ['PageUp', '2026-12-31', '2026-11-30'],
  ['ArrowUp', '2026-12-03', '2026-11-26'],
])('%s on %s moves to %s', (key, from, to) => {
  expect(dayAfterKey(key, from)).toBe(to)
})

test('only today is marked as the current date', () => {
  render(<Calendar />)
  const marked = document.querySelectorAll('[aria-current=date]')
  expect([...marked].map((cell) => cell.getAttribute('data-day'))).toEqual(['2026-12-01'])
})
