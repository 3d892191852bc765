// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import RefundSlider from '#web/bookings/refund/refund-slider.tsx'

afterEach(cleanup)

const quote = {
  currency: 'EUR',
  timeZone: 'Europe/Dublin',
  total: 627_00,
  refundSchedule: [
    { until: '2026-12-15T12:00:00.000Z', refund: 627_00 },
    { until: '2026-12-18T23:59:59.999Z', refund: 390_67 },
    { until: null, refund: 0 },
  ],
}
const slideTo = (step: number) => fireEvent.change(screen.getByRole('slider'), { target: { value: step } })

test.each([
  [0, 'If you cancel on Tue 15 Dec, 12:00 you get back €627.00'],
  [1, 'If you cancel on Fri 18 Dec, 23:59 you get back €390.67'],
  [2, 'If you cancel after Fri 18 Dec, 23:59 you get back €0.00'],
])('stop %i describes the refund in words, both visibly and in aria-valuetext', (step, words) => {
  render(<RefundSlider mode="stripe" quote={quote} />)
  slideTo(step)
  expect(screen.getByRole('slider', { name: 'When would you cancel?' }).getAttribute('aria-valuetext')).toBe(
    words,
  )
  expect(document.body.textContent).toContain(`${words}.`)
})

test('the slider stays in range when another quote has a shorter refund schedule', () => {
  const { rerender } = render(<RefundSlider mode="stripe" quote={quote} />)
  slideTo(2)
  rerender(<RefundSlider mode="stripe" quote={{ ...quote, refundSchedule: quote.refundSchedule.slice(1) }} />)
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('after Fri 18 Dec')
})

test('there is no slider if the refund never changes', () => {
  render(<RefundSlider mode="stripe" quote={{ ...quote, refundSchedule: [{ until: null, refund: 0 }] }} />)
  expect(screen.queryByRole('slider')).toBeNull()
})

test.each([
  [0, 'If you cancel before Tue 1 Dec, 10:00 you pay nothing'],
  [1, 'If you cancel on Tue 15 Dec, 12:00 you get back €627.00'],
])('the period before the card is charged is an extra stop without a refund (stop %i)', (step, words) => {
  render(<RefundSlider mode="stripe" quote={quote} chargedAt="2026-12-01T10:00:00.000Z" />)
  slideTo(step)
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(words)
  expect(screen.getByRole('slider').getAttribute('max')).toBe('3')
})

test.each([
  [0, 'If you cancel on Tue 15 Dec, 12:00 you pay nothing'],
  [1, 'If you cancel on Fri 18 Dec, 23:59 you pay €236.33'],
  [2, 'If you cancel after Fri 18 Dec, 23:59 you pay €627.00'],
])('with direct payment, stop %i says what is still due, because nothing was paid here', (step, words) => {
  render(<RefundSlider mode="manual" quote={quote} />)
  slideTo(step)
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(words)
})
