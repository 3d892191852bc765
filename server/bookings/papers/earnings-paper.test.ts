import { originalLook } from '#server/kernel/original-look.ts'
import { expect, test } from 'vitest'
import { viewEarningsPaper } from '#server/bookings/papers/earnings-paper-view.ts'
import type { sumByBooking } from '#server/bookings/papers/earnings-store.ts'
import { viewEarnings } from '#server/bookings/papers/earnings-view.ts'

type Row = Awaited<ReturnType<typeof sumByBooking>>[number]

const booking: Row = {
  id: '0b000000-0000-7000-8000-000000000001',
  number: 'SW-1',
  month: '2026-11',
  service: 'boarding',
  ownerName: 'Olga',
  startOn: '2026-11-02',
  endOn: '2026-11-04',
  currency: 'EUR',
  byProvider: true,
  bookings: 1,
  paid: 0,
  refunded: 0,
  earned: 68_40,
  tips: 5_00,
  takenBack: 20_00,
  fees: 15_20,
  settled: 0,
  reclaimed: 0,
  paidOut: 53_40,
  balance: 0,
}
const walk: Row = {
  ...booking,
  number: 'SW-2',
  month: '2026-12',
  service: 'dog_walking',
  tips: 0,
  takenBack: 0,
}
const all = { ...booking, earned: 136_80, bookings: 2 }
const period = { from: '2026-01', to: '2026-12' }

const paper = (rows: readonly Row[]) =>
  viewEarningsPaper({
    name: 'Sam',
    currency: 'EUR',
    year: '2026',
    period,
    earnings: viewEarnings({
      month: '2026-12',
      period,
      byMonth: rows.length > 0 ? [...rows, { ...all, month: null }] : [],
      byService: [...rows, { ...all, service: null }],
      due: [],
    })[0],
    bookings: rows,
    now: new Date('2026-12-24T10:00:00Z'),
    site: {
      name: 'Sitwell',
      configuredName: 'Sitwell',
      ...originalLook,
      url: 'https://sitwell.example',
      description: '',
      operator: { name: '', address: '', email: '', country: 'PT' },
      secret: '',
      previousSecrets: [],
      mailConfigured: false,
      needsProvenAddress: false,
    },
  })

test('the rows of each section of the paper add up to the same total', () => {
  const { sections } = paper([booking, walk])
  expect(sections.map(({ title }) => title)).toEqual(['In all', 'By month', 'By service', 'By booking'])
  for (const { rows, total } of sections)
    expect([rows.reduce((sum, { amount }) => sum + amount, 0), total!.amount]).toEqual([121_80, 121_80])
  expect(sections[1]!.rows.map(({ label }) => label)).toEqual(['November 2026', 'December 2026'])
  expect(sections[3]!.rows[1]!.detail).toBe(
    'SW-2, Mon, 2 Nov 2026 to Wed, 4 Nov 2026, earned in December 2026',
  )
})

test('a paper about months without earnings says so', () => {
  expect(paper([]).sections.map(({ rows }) => rows[0]!.label)).toEqual(['Nothing earned in these months'])
})
