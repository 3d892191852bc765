// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChangeAnnouncement, PriceLines } from '#web/ui/price-lines.tsx'

const price = (amount: string, updating = false) => (
  <PriceLines
    lines={[{ label: '€28 × 4 nights', amount: '€112.00' }]}
    fee={{ label: 'Service fee', amount: '€12.32', why: 'It pays for support.' }}
    total={{ amount }}
    updating={updating}
  />
)

test('the total is announced after it has changed, not initially and not while it is loading', () => {
  const { container, rerender } = render(price('€124.32'))
  const announcement = () => container.querySelector('[aria-live=polite]')?.textContent
  expect(announcement()).toBe('')
  rerender(price('€155.40', true))
  expect(announcement()).toBe('')
  rerender(price('€155.40'))
  expect(announcement()).toBe('Total €155.40')
})

test('a text that was away in between is announced once it has changed, and the first one never', () => {
  const { container, rerender } = render(<ChangeAnnouncement text="" held />)
  rerender(<ChangeAnnouncement text="Total €99.00" />)
  expect(container.textContent).toBe('')
  rerender(<ChangeAnnouncement text="" held />)
  rerender(<ChangeAnnouncement text="Total €165.00" />)
  expect(container.textContent).toBe('Total €165.00')
})

test('the explanation of a fee is in a details element, which works without JavaScript', () => {
  const { container } = render(price('€124.32'))
  expect(container.querySelector('details summary')?.textContent).toBe('Service fee why?€12.32')
})
