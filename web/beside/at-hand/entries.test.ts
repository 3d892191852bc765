import { expect, test } from 'vitest'
import type { OwnBookingLine } from '#contract/bookings/lines.ts'
import type { Conversation } from '#contract/messages.ts'
import { groupsOf } from '#web/beside/at-hand/entries.ts'
import type { Sources } from '#web/beside/at-hand/sources.ts'

const viewer = { sitterId: '0c000000-0000-7000-8000-000000000002', roles: [] }
const line = (id: string, more: Partial<OwnBookingLine> = {}): OwnBookingLine => ({
  id,
  number: `10000${id}`,
  role: 'sitter',
  service: 'boarding',
  status: 'confirmed',
  startOn: '2026-12-18',
  endOn: '2026-12-26',
  datesOpen: false,
  other: { accountId: 'olga', name: 'Olga Moreira' },
  petNames: ['Rex'],
  ...more,
})
const conversation = (id: string, accountId: string, name: string): Conversation => ({
  id,
  role: 'sitter',
  other: { accountId, name, face: { photo: null, tint: 0 }, sitterId: null, isErased: false },
  state: 'open',
  lastSeq: 1,
  lastAt: '2026-12-01T10:00:00Z',
  readSeq: 1,
  otherReadSeq: 1,
  unread: 0,
  isArchived: false,
  last: null,
  bookingIds: [],
})

const bookings = [
  line('1', { status: 'completed', startOn: '2026-03-01', endOn: '2026-03-02', petNames: ['Miso'] }),
  line('2', { startOn: '2027-01-10', endOn: '2027-01-12', other: { accountId: 'rui', name: 'Rui Núñez' } }),
  line('3', { status: 'requested' }),
  line('4', { status: 'closed', startOn: '2026-05-01', endOn: '2026-05-03' }),
]
const sources: Sources = {
  bookings,
  conversations: [conversation('c1', 'olga', 'Olga Moreira')],
  waiting: [],
  deskBookings: [],
}
const groups = (text: string) => groupsOf({ viewer, sources, actions: [] }, text)
const idsIn = (title: string, text: string) =>
  groups(text)
    .find((group) => group.title === title)!
    .items.map(({ id }) => id)

test.each([
  ['nunez', ['booking-2']],
  ['MISO', ['booking-1']],
  ['26 dec', ['booking-3']],
  ['december 2026', ['booking-3']],
  ['2027-01', ['booking-2']],
  ['saturday', ['booking-3']],
  ['waiting for your', ['booking-3']],
  ['closed', ['booking-4']],
  ['boarding', ['booking-3', 'booking-2', 'booking-4', 'booking-1']],
  ['100002', ['booking-2']],
  ['kiki', []],
])('“%s” finds the bookings %j', (text, ids) => expect(idsIn('Bookings', text)).toEqual(ids))

test('without typed text the next bookings come first, then the latest past ones, and pages come last', () => {
  expect(idsIn('Bookings', '')).toEqual(['booking-3', 'booking-2', 'booking-4', 'booking-1'])
  expect(groups('').at(0)!.title).toBe('Bookings')
  expect(groups('cal').at(0)!.title).toBe('Pages')
})

test('a person is listed once, and leads to the conversation or, without one, to a new one about the booking', () => {
  const people = groups('').find(({ title }) => title === 'People')!.items
  expect(people).toMatchObject([
    { label: 'Olga Moreira', to: '/account/messages/c1' },
    { label: 'Rui Núñez', to: '/account/messages/new?booking=2' },
  ])
})

test('every entry has an id of its own', () => {
  const ids = groups('').flatMap(({ items }) => items.map(({ id }) => id))
  expect(ids).toEqual([...new Set(ids)])
})
