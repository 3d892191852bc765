import { expect, test } from 'vitest'
import type { Duty, ReportCard } from '#contract/care/report-cards.ts'
import { type DayDuty, dayOf, nextEntryOf, type Stop } from '#web/care/stops.ts'

const card = (
  unit: number,
  startsAt: string,
  endsAt: string,
  part: Partial<ReportCard> = {},
): ReportCard => ({
  unit,
  on: startsAt.slice(0, 10),
  startsAt,
  endsAt,
  plannedMinutes: null,
  arrivedAt: null,
  leftAt: null,
  actualMinutes: null,
  short: false,
  tasks: [],
  pee: [],
  poo: [],
  pets: [],
  notes: [],
  photos: [],
  routes: [],
  incident: null,
  ...part,
})
const person: DayDuty['booking']['owner'] = {
  id: 'p',
  accountId: 'p',
  name: 'Olga N.',
  face: { photo: null, tint: 0 },
  phoneNumber: null,
  location: null,
}

type Given = Partial<Duty['booking']> & { cards: ReportCard[]; writable?: boolean }
function duty({ cards, writable = true, ...booking }: Given): DayDuty {
  const id = booking.id ?? 'stay'
  return {
    booking: {
      id,
      number: '1',
      status: 'confirmed',
      version: 1,
      service: 'boarding',
      owner: person,
      sitter: person,
      pets: [],
      startOn: '2030-06-01',
      startTime: '15:00',
      endOn: '2030-06-02',
      endTime: '11:00',
      startsAt: cards[0]!.startsAt,
      endsAt: cards.at(-1)!.endsAt,
      timeZone: 'Europe/Lisbon',
      currency: 'EUR',
      role: 'sitter',
      rhythm: 'daily',
      ...booking,
    },
    report: { bookingId: id, items: cards, handovers: [], writable, routeDays: 0, claim: null },
  }
}
const words = (stops: Stop[]) =>
  stops.map(({ kind, duty: { booking }, card }) => `${booking.id} ${kind} ${card.unit}`)
const at = (instant: string) => Date.parse(instant)

// Lisbon is an hour ahead of UTC in June.
const stay = duty({
  cards: [
    card(0, '2030-06-01T14:00:00Z', '2030-06-02T07:00:00Z'),
    card(1, '2030-06-02T07:00:00Z', '2030-06-03T10:00:00Z'),
  ],
})
const walks = duty({
  id: 'walks',
  service: 'dog_walking',
  cards: [
    card(0, '2030-06-01T08:00:00Z', '2030-06-01T08:30:00Z'),
    card(1, '2030-06-02T23:30:00Z', '2030-06-03T00:00:00Z'),
  ],
})

test('arrivals, departures and visits are listed in order of time, by the day of the booking’s zone', () => {
  const first = dayOf([stay, walks], at('2030-06-01T06:00:00Z'))
  expect(words(first.today)).toEqual(['walks visit 0', 'stay arrival 0'])
  expect(first.tomorrow).toEqual([])
  const second = dayOf([stay, walks], at('2030-06-02T09:00:00Z'))
  // 23:30 UTC is after midnight in Lisbon.
  expect(words(second.tomorrow)).toEqual(['walks visit 1', 'stay departure 1'])
})

test('an arrival of an earlier day that was not recorded stays in today’s list', () => {
  const now = at('2030-06-02T09:00:00Z')
  expect(words(dayOf([stay], now).today)).toEqual(['stay arrival 0'])
  const running = { ...stay, booking: { ...stay.booking, status: 'in_progress' as const } }
  expect(words(dayOf([running], now).today)).toEqual([])
  expect(dayOf([running], now).staying).toEqual([running])
})

test('a stop can be checked in once, while the card may be written', () => {
  const stop = (given: DayDuty): Stop => dayOf([given], at('2030-06-01T12:00:00Z')).today[0]!
  expect(nextEntryOf(stop(stay))).toBe('arrive')
  const arrived = [
    card(0, '2030-06-01T14:00:00Z', '2030-06-02T07:00:00Z', { arrivedAt: '2030-06-01T14:05:00Z' }),
  ]
  expect(nextEntryOf(stop(duty({ cards: arrived })))).toBeNull()
  expect(nextEntryOf(stop(duty({ cards: stay.report.items, writable: false })))).toBeNull()
})
