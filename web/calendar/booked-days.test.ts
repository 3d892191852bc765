import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { booking } from '#web/bookings/life/booking.fixture.ts'
import { agendaOf, barsOf, bookingNotes } from '#web/calendar/booked-days.ts'

/** Rex's stay, unless a part says otherwise. */
const stay = (part: Partial<Booking>) =>
  booking({ role: 'sitter', status: 'confirmed', startOn: '2026-12-14', endOn: '2026-12-17', ...part })
const visit = (on: string, time: string, minutes = 30): Booking['visits'][number] => ({
  on,
  time,
  minutes,
  startsAt: `${on}T${time}:00.000Z`,
  endsAt: `${on}T${time}:00.000Z`,
  reportable: false,
})
const walks = stay({
  id: '0b000000-0000-7000-8000-000000000002',
  service: 'dog_walking',
  startOn: '2026-12-15',
  endOn: '2026-12-19',
  visits: [
    visit('2026-12-19', '09:00'),
    visit('2026-12-15', '17:00', 60),
    visit('2026-12-15', '09:00'),
    visit('2026-12-16', '23:45'),
  ],
})
const spans = (bookings: Booking[]) => barsOf(bookings).map(({ startOn, endOn }) => `${startOn} ${endOn}`)

test('a stay has a bar from its first to its last day, and visits one over each run of days', () => {
  expect(spans([stay({}), walks])).toEqual([
    '2026-12-14 2026-12-17',
    '2026-12-15 2026-12-16',
    '2026-12-19 2026-12-19',
  ])
})

test('a bar names the pets, the owner, the days and the status, and links to the booking', () => {
  expect(barsOf([stay({})])).toEqual([
    {
      id: '0b000000-0000-7000-8000-000000000001 2026-12-14',
      startOn: '2026-12-14',
      endOn: '2026-12-17',
      look: 'agreed',
      text: 'Rex · Olga',
      details: ', Mon 14 – Thu 17 Dec, boarding, confirmed',
      href: '/account/bookings/0b000000-0000-7000-8000-000000000001',
    },
  ])
})

test.each([
  ['requested', 'waiting'],
  ['offered', 'waiting'],
  ['inquiry', 'waiting'],
  ['awaiting_payment', 'agreed'],
  ['in_progress', 'agreed'],
  ['completed', 'past'],
  ['cancelled', undefined],
  ['declined', undefined],
  ['expired', undefined],
  ['withdrawn', undefined],
] as const)('a booking that is %s is drawn as %s', (status, look) => {
  expect(barsOf([stay({ status })])[0]?.look).toBe(look)
})

test('a question without days has no bar', () => {
  expect(barsOf([stay({ status: 'inquiry', datesOpen: true })])).toEqual([])
})

test('the agenda lists arrivals, departures and visits by time, and who stays meanwhile', () => {
  const days = agendaOf([walks, stay({})], '2026-12-14', '2026-12-31')
  expect(
    days.map(({ on, stops, staying }) => [
      on,
      stops.map(({ kind, time, until }) => `${kind} ${time}${until ? ` to ${until}` : ''}`),
      staying.length,
    ]),
  ).toEqual([
    ['2026-12-14', ['arrival 15:00'], 0],
    ['2026-12-15', ['visit 09:00 to 09:30', 'visit 17:00 to 18:00'], 1],
    ['2026-12-16', ['visit 23:45 to 00:15'], 1],
    ['2026-12-17', ['departure 11:00'], 0],
    ['2026-12-19', ['visit 09:00 to 09:30'], 0],
  ])
})

test('the agenda leaves out other days and what did not take place, and nobody stays before it is agreed', () => {
  expect(agendaOf([stay({})], '2026-12-15', '2026-12-16')).toEqual([])
  expect(agendaOf([stay({ status: 'cancelled' })], '2026-12-01', '2026-12-31')).toEqual([])
  const [, visits] = agendaOf([stay({ status: 'requested' }), walks], '2026-12-14', '2026-12-16')
  expect(visits?.staying).toEqual([])
})

test('the label of each day says who arrives, stays, goes home or is visited', () => {
  const other = stay({ status: 'requested', startOn: '2026-12-17', endOn: '2026-12-18' })
  expect([...bookingNotes([stay({}), walks, other])].toSorted()).toEqual([
    ['2026-12-14', ['Rex arrives (Olga)']],
    ['2026-12-15', ['Boarding: Rex (Olga)', 'Dog walking: Rex (Olga)']],
    ['2026-12-16', ['Boarding: Rex (Olga)', 'Dog walking: Rex (Olga)']],
    ['2026-12-17', ['Rex goes home (Olga)', 'not agreed yet: Rex arrives (Olga)']],
    ['2026-12-18', ['not agreed yet: Rex goes home (Olga)']],
    ['2026-12-19', ['Dog walking: Rex (Olga)']],
  ])
})
