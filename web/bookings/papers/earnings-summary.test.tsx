// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { CurrencyEarnings, EarningSums } from '#contract/bookings/earnings.ts'
import { EarningFigures, EarningPeriod } from '#web/bookings/papers/earnings-summary.tsx'

afterEach(cleanup)

const nothing: EarningSums = { care: 0, tips: 0, takenBack: 0, earned: 0, fees: 0, paidOut: 0, bookings: 0 }
const december: EarningSums = { ...nothing, care: 68_40, tips: 5_00, earned: 73_40, fees: 15_20, bookings: 1 }
const direct: CurrencyEarnings = {
  currency: 'EUR',
  byProvider: false,
  thisMonth: nothing,
  expected: { amount: 528_30, bookings: 2 },
  total: december,
  balance: 0,
  period: december,
  months: [
    { month: '2026-11', ...nothing },
    { month: '2026-12', ...december },
  ],
  services: [{ service: 'boarding', ...december }],
}

function show(earnings: CurrencyEarnings) {
  const Component = () => (
    <>
      <EarningFigures earnings={earnings} month="2027-01" />
      <EarningPeriod earnings={earnings} words="2026" />
    </>
  )
  const Page = createRoutesStub([{ path: '/', Component }])
  render(<Page />)
}
const figures = () => screen.getAllByRole('term').map((term) => term.parentElement!.textContent)

test('where owners pay directly, nothing is called paid out', () => {
  show(direct)
  expect(figures()).toEqual([
    'This month€0.00January 2027',
    'Expected€528.30still to be settled for 2 accepted bookings',
    'Earned so far€73.40from 1 booking',
  ])
  expect(document.body.textContent).not.toMatch(/paid out/i)
})

test('where the provider pays out, the rest of the earnings is still to be paid out', () => {
  show({ ...direct, byProvider: true, total: { ...december, paidOut: 50_00 }, balance: 23_40 })
  expect(figures()[2]).toBe('Paid out so far€50.00of €73.40 earned; €23.40 is still to be paid out')
})

test('months without earnings are left out, and each month leads to its statement', () => {
  show(direct)
  const months = screen.getByRole('table', { name: 'By month' })
  expect(months.querySelectorAll('tbody tr')).toHaveLength(1)
  expect(months.textContent).toMatch(/December 2026.*€15\.20.*€73\.40with €5\.00 in tips/)
  expect(months.querySelector('a')!.getAttribute('href')).toBe(
    '/account/statements?role=sitter&month=2026-12',
  )
  expect(screen.getByRole('table', { name: 'By service' }).textContent).toMatch(/Boarding.*€73\.40/)
})

test('a period without earnings says so', () => {
  show({ ...direct, period: nothing, months: [{ month: '2026-11', ...nothing }], services: [] })
  expect(screen.getByText('You earned nothing in 2026.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
