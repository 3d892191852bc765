// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Booking, ChangePreview } from '#contract/bookings/bookings.ts'
import { booking, quote } from '#web/bookings/life/booking.fixture.ts'
import ChangeDialog from '#web/bookings/change/change-dialog.tsx'
import { PriceCard } from '#web/bookings/price/price-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const running = booking({ status: 'in_progress', actions: [{ event: 'propose_change', deadlineAt: null }] })
const rex = running.pets[0]!
const pip = { ...rex, id: '0d000000-0000-7000-8000-000000000002', name: 'Pip' }
const lines: ChangePreview['quote']['lines'] = [
  {
    code: 'base',
    label: 'Boarding: Rex',
    units: 3,
    unitAmount: 30_00,
    amount: 90_00,
    petId: rex.id,
    dates: ['2030-06-01', '2030-06-02', '2030-06-03'],
  },
  {
    code: 'extra_pet',
    label: 'Additional pet: Pip',
    units: 2,
    unitAmount: 10_00,
    amount: 20_00,
    petId: pip.id,
    dates: ['2030-06-02', '2030-06-03'],
  },
]
const both = { ...quote, lines, subtotal: 110_00, ownerFee: 11_00, total: 121_00, sitterPayout: 99_00 }
const preview: ChangePreview = {
  startOn: running.startOn,
  startTime: running.startTime,
  endOn: running.endOn,
  endTime: running.endTime,
  visits: [],
  pets: [rex, pip].map(({ id, name }) => ({ id, name })),
  petsFrom: '2030-06-02T14:00:00.000Z',
  quote: both,
  difference: 22_00,
  kept: 0,
  rule: '',
  expiresAt: '2030-06-02T14:00:00.000Z',
  changeHash: 'seen',
}

function show(shown: Booking) {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ChangeDialog
          booking={shown}
          move={() => Promise.reject(new Error('Nothing is asked for'))}
          onClose={() => undefined}
        />
      ),
    },
  ])
  render(<Page />)
}

/** A fake server with the owner's pets and a preview of the change. Returns the request bodies it receives. */
function fakeServer() {
  const requests: unknown[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const text = await request.text()
    if (text !== '') requests.push(JSON.parse(text))
    const body = request.url.includes('/pets') ? { items: [rex, pip], nextCursor: null } : preview
    return Response.json(body)
  })
  return requests
}

test('an owner adds a pet during the stay and sees when it starts and the total before and after', async () => {
  const requests = fakeServer()
  show(running)
  const dialog = within(screen.getByRole('alertdialog'))
  expect(await dialog.findByText('A change applies from the next night that has not begun.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Pip' }))
  const pets = await dialog.findByRole('row', { name: /^Pets/ })
  expect(pets.textContent).toContain('Rex and Pip, from Sun 2 Jun, 15:00')
  expect(dialog.getByRole('row', { name: /^Total/ }).textContent).toContain('€99.00€121.00')
  expect(dialog.getAllByText('You pay Sam €22.00 more.').length).toBeGreaterThan(0)
  expect(dialog.getByText('Anything that begins before then keeps its pets and price.')).toBeTruthy()
  expect(requests).toMatchObject([{ petIds: [rex.id, pip.id] }])
})

test('a sitter can remove a pet, and the bath is kept for the remaining pet', async () => {
  const requests = fakeServer()
  const extras = [{ code: 'bathing' as const, amount: 25_00 }]
  const addOns = [{ code: 'bathing' as const, petId: pip.id, count: 1 }]
  show({
    ...running,
    role: 'sitter',
    pets: [rex, pip],
    extras,
    addOns,
    quote: { ...quote, sitterPayout: 81_00 },
  })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pip' }))
  await screen.findByRole('row', { name: /^You receive/ })
  expect(requests).toMatchObject([{ petIds: [rex.id], addOns: [{ code: 'bathing', count: 1 }] }])
  expect(JSON.stringify(requests[0])).not.toContain(pip.id)
})

test('the price shows the days charged for a pet that does not stay the whole time', () => {
  render(<PriceCard booking={{ ...running, quote: both }} />)
  expect(screen.getByText('2 × €10.00, Sun 2 – Mon 3 Jun')).toBeTruthy()
  expect(screen.getByText('3 × €30.00')).toBeTruthy()
})
