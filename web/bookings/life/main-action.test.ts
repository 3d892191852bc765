import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { bookingStatuses, parties } from '#contract/codes.ts'
import { eventButtons } from '#web/bookings/life/event-words.ts'
import { keysOf } from '#contract/entries.ts'
import { booking } from '#web/bookings/life/booking.fixture.ts'
import {
  cancellingEvents,
  foldedEvents,
  pageActions,
  pageActionsOf,
  phoneOfOther,
} from '#web/bookings/life/main-action.ts'

const before = Date.parse('2030-05-01T12:00:00.000Z')
const atStart = Date.parse('2030-06-01T14:00:00.000Z')
const states = bookingStatuses.flatMap((status) => parties.map((role) => [status, role] as const))

const may = (...events: Booking['actions'][number]['event'][]): Booking['actions'] =>
  events.map((event) => ({ event, deadlineAt: null }))
const everyEvent = may(...keysOf(eventButtons))

test.each(states)('in %s, the %s has one main action whatever is possible', (status, role) => {
  for (const actions of [[], everyEvent]) {
    const shown = booking({ status, role, actions })
    const { main, beside } = pageActionsOf(shown, before)
    expect(pageActions[status][role].main).toContain(main)
    expect(beside).not.toContain(main)
    expect(new Set(beside).size).toBe(beside.length)
  }
})

test.each(states)('in %s, the %s finds every possible event exactly once', (status, role) => {
  const shown = booking({ status, role, actions: everyEvent })
  const actions = pageActionsOf(shown, before)
  const places = [actions.main, ...actions.beside, ...cancellingEvents, ...foldedEvents(shown, actions)]
  for (const event of keysOf(eventButtons)) expect(places.filter((one) => one === event)).toEqual([event])
})

test.each(states)('in %s, cancelling is neither the main action of the %s nor next to it', (status, role) => {
  const { main, beside } = pageActions[status][role]
  for (const event of cancellingEvents) expect([...main, ...beside]).not.toContain(event)
})

const withPhones = (part: Partial<Booking>): Booking => {
  const { owner, sitter } = booking()
  return booking({
    owner: { ...owner, phoneNumber: '+351210000001' },
    sitter: { ...sitter, phoneNumber: '+351210000002' },
    ...part,
  })
}
const due = { ...booking().payment, due: { amount: 99_00, now: true } }
const inCase = {
  event: 'answer_case',
  deadlineAt: null,
  caseId: '0e000000-0000-7000-8000-000000000001',
} as const

test.each<[string, Partial<Booking>, number, string, string[]]>([
  [
    'a sitter with a request accepts it',
    { role: 'sitter', status: 'requested', actions: may('accept', 'offer', 'decline') },
    before,
    'accept',
    ['offer', 'decline'],
  ],
  [
    'a sitter too late to accept writes',
    { role: 'sitter', status: 'requested', actions: may('decline') },
    before,
    'message',
    ['decline'],
  ],
  [
    'an owner who waits writes',
    { status: 'requested', actions: may('withdraw') },
    before,
    'message',
    ['withdraw'],
  ],
  [
    'an owner with an offer accepts it',
    { status: 'offered', actions: may('accept_offer', 'withdraw') },
    before,
    'accept_offer',
    ['withdraw'],
  ],
  [
    'an owner pays what is due',
    { status: 'awaiting_payment', payment: due, actions: may('withdraw') },
    before,
    'pay',
    ['withdraw'],
  ],
  [
    'an owner who has paid writes',
    { status: 'confirmed', actions: may('cancel', 'propose_change') },
    before,
    'message',
    [],
  ],
  ['at the start, an owner calls', withPhones({ status: 'confirmed' }), atStart, 'call', ['message']],
  ['before the start, nobody has to call', withPhones({ status: 'confirmed' }), before, 'message', []],
  [
    'at the start, a sitter checks in',
    withPhones({ role: 'sitter', status: 'confirmed', actions: may('check_in') }),
    atStart,
    'check_in',
    ['call'],
  ],
  [
    'during the care, a sitter reports',
    { role: 'sitter', status: 'in_progress' },
    atStart,
    'write_report',
    [],
  ],
  [
    'at the end, a sitter checks out',
    { role: 'sitter', status: 'in_progress', actions: may('check_out') },
    atStart,
    'check_out',
    [],
  ],
  [
    'a change is answered first',
    { status: 'confirmed', actions: may('accept_change', 'decline_change', 'cancel') },
    before,
    'accept_change',
    ['decline_change', 'message'],
  ],
  [
    'a case is answered first',
    { status: 'completed', reviewable: true, actions: [inCase] },
    atStart,
    'answer_case',
    ['book_again'],
  ],
  [
    'an owner reviews, and can book again',
    { status: 'completed', reviewable: true, actions: may('tip') },
    atStart,
    'review',
    ['book_again'],
  ],
  ['after a review, an owner books again', { status: 'closed' }, atStart, 'book_again', []],
  [
    'a sitter offers new dates',
    { role: 'sitter', status: 'closed', offerable: true },
    atStart,
    'offer_again',
    [],
  ],
  ['a declined owner looks for the same days', { status: 'declined' }, before, 'same_days', []],
  ['days in the past cannot be searched', { status: 'expired' }, atStart, 'find_another', []],
  [
    'a question without days has none to search',
    { status: 'declined', datesOpen: true },
    before,
    'find_another',
    [],
  ],
  [
    'after a cancellation, an owner can do both',
    { status: 'cancelled', cancelledBy: 'sitter' },
    before,
    'same_days',
    ['book_again'],
  ],
  [
    'after the days, a cancelled owner books again',
    { status: 'cancelled', cancelledBy: 'owner' },
    atStart,
    'book_again',
    [],
  ],
])('%s', (_, part, now, main, beside) => {
  expect(pageActionsOf(booking(part), now)).toEqual({ main, beside })
})

test('the telephone number is that of the other side', () => {
  expect(phoneOfOther(withPhones({}))).toBe('+351210000002')
  expect(phoneOfOther(withPhones({ role: 'sitter' }))).toBe('+351210000001')
})
