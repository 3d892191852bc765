// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { BookingMoney } from '#contract/ledger.ts'
import { booking } from '#web/bookings/life/booking.fixture.ts'
import MoneyCard from '#web/bookings/pay/money-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const paidAt = '2030-05-01T09:00:00.000Z'
const line = { at: paidAt, kind: 'charge', label: 'You pay Sam S.', amount: 99_00, balance: 99_00 } as const
const ofOwner: BookingMoney = {
  currency: 'EUR',
  role: 'owner',
  paid: 99_00,
  refunded: 49_50,
  tips: 0,
  lines: [line, { ...line, kind: 'refund_paid', label: 'No longer due', amount: -49_50, balance: 49_50 }],
  earnings: null,
}
const ofSitter: BookingMoney = {
  ...ofOwner,
  role: 'sitter',
  refunded: 0,
  tips: 0,
  lines: [],
  earnings: {
    receives: 81_00,
    fees: 18_00,
    payouts: [
      { at: '2030-06-06T11:00:00.000Z', amount: 50_00, done: true },
      { at: '2030-06-08T11:00:00.000Z', amount: 31_00, done: false },
    ],
  },
}

function show(status: number, body: object, role: 'owner' | 'sitter') {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
  const Page = createRoutesStub([{ path: '/', Component: () => <MoneyCard booking={booking({ role })} /> }])
  render(<Page />)
}
const section = () => screen.getByRole('region', { name: 'Money' }).textContent

test('an owner sees the payment, the refund and the net amount', async () => {
  show(200, ofOwner, 'owner')
  expect(await screen.findByText('You pay in the end')).toBeTruthy()
  expect(section()).toMatch(/You pay Sam S\..*€99\.00.*No longer due.*-€49\.50.*in the end€49\.50/)
  expect(screen.getByRole('link', { name: 'Payment summary' }).getAttribute('href')).toBe(
    `/account/bookings/${booking().id}/receipt`,
  )
})

test('a sitter sees what the owner pays, the fees, and when each part is earned', async () => {
  show(200, ofSitter, 'sitter')
  expect(await screen.findByText('You receive')).toBeTruthy()
  expect(section()).toMatch(/Olga pays you€99\.00.*-€18\.00.*You receive€81\.00/)
  expect(
    screen
      .getAllByRole('listitem')
      .slice(-2)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Earned Thu 6 Jun.*€50\.00$/),
    expect.stringMatching(/^To be earned Sat 8 Jun.*€31\.00$/),
  ])
  expect(screen.getByRole('link', { name: 'Statement of earnings' })).toBeTruthy()
})

test('a failed request for the payments shows the error message', async () => {
  const title = 'The service is busy or being restarted'
  show(503, { type: '/problems/unavailable', code: 'unavailable', title, status: 503 }, 'owner')
  expect(await screen.findByText(title)).toBeTruthy()
})
