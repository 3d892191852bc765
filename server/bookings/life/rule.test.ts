import { describe, expect, test } from 'vitest'
import {
  actors,
  bookingEvents,
  type BookingStatus,
  bookingStatuses,
  operatorEvents,
  parties,
  systemEvents,
} from '#contract/codes.ts'
import { eventsForOperators } from '#server/bookings/desk/mails.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { isReviewable, type ReviewFacts } from '#server/bookings/life/review.ts'
import {
  actionsFor,
  brokenRule,
  mayMove,
  nextSystemEvent,
  statusAfter,
  partiesToNotify,
} from '#server/bookings/life/rule.ts'
import {
  consumesCapacity,
  isLateCancellation,
  isOpenRequest,
  partyOf,
  showsContacts,
} from '#server/bookings/record/status.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { at, events, settings, stay, visits } from '#test/stay-facts.ts'

test.each([
  // status, owner and sitter before the start, owner and sitter on the last day
  ['inquiry', ['request', 'withdraw'], ['offer', 'decline'], [], []],
  ['awaiting_card', ['withdraw'], [], [], []],
  ['requested', ['withdraw'], ['accept', 'offer', 'decline'], [], []],
  ['offered', ['withdraw', 'accept_offer'], ['decline'], [], []],
  ['awaiting_payment', ['withdraw'], [], [], []],
  [
    'confirmed',
    ['cancel', 'propose_change'],
    ['cancel_by_sitter', 'propose_change'],
    ['cancel', 'propose_change', 'report_no_show'],
    ['cancel_by_sitter', 'check_in', 'propose_change', 'report_no_show'],
  ],
  [
    'in_progress',
    ['end_early', 'propose_change', 'open_case'],
    ['cancel_by_sitter', 'propose_change', 'open_case'],
    ['end_early', 'propose_change', 'report_no_show', 'open_case'],
    ['cancel_by_sitter', 'check_out', 'propose_change', 'report_no_show', 'open_case'],
  ],
  ['completed', ['tip', 'open_case'], ['open_case'], ['tip', 'open_case'], ['open_case']],
  ['closed', ['tip'], [], ['tip'], []],
  ['declined', [], [], [], []],
  ['withdrawn', [], [], [], []],
  ['expired', [], [], [], []],
  ['cancelled', [], [], [], []],
] as const)('allowed events for a booking in status %s', (status, owner, sitter, ownerLast, sitterLast) => {
  const booking = { ...stay, status }
  const [early, last] = [at('2026-12-01T12:00'), at('2026-12-26T12:00')]
  expect([events('owner', booking, early), events('sitter', booking, early)]).toEqual([owner, sitter])
  expect([events('owner', booking, last), events('sitter', booking, last)]).toEqual([ownerLast, sitterLast])
})

test.each(['confirmed', 'in_progress'] as const)(
  'a pending change of a %s booking can be answered only by the other side, until it expires',
  (status) => {
    const change = { by: 'owner', expiresAt: at('2026-12-03T12:00'), isAccepted: false } as const
    const booking = { ...stay, status, change }
    const ofChange = (party: 'owner' | 'sitter', when: string) =>
      events(party, booking, at(when)).filter((event) => event.endsWith('_change'))
    expect(ofChange('owner', '2026-12-03T11:59')).toEqual(['withdraw_change'])
    expect(ofChange('sitter', '2026-12-03T11:59')).toEqual(['accept_change', 'decline_change'])
    expect([...ofChange('owner', '2026-12-03T12:00'), ...ofChange('sitter', '2026-12-03T12:00')]).toEqual([])
    expect(nextSystemEvent(booking, settings)).toEqual({ event: 'expire_change', dueAt: change.expiresAt })
  },
)

test('a care circle booking allows no tips, changes or cases', () => {
  const over: BookingFacts = { ...stay, status: 'completed', endedAt: at('2026-12-26T19:00') }
  const after = at('2026-12-27T12:00')
  expect(events('owner', over, after)).toContain('tip')
  expect(events('owner', { ...over, circle: true }, after)).toEqual([])
  const agreed: BookingFacts = { ...stay, status: 'confirmed' }
  const before = at('2026-12-02T12:00')
  expect(events('owner', agreed, before)).toContain('propose_change')
  expect(events('owner', { ...agreed, circle: true }, before)).toEqual(['cancel'])
  expect(brokenRule('propose_change', 'owner', { ...agreed, circle: true }, before, settings)).toEqual({
    rule: 'circle',
  })
})

test('an accepted change that awaits payment can be withdrawn by the owner, and expires if it is not paid', () => {
  const change = { by: 'sitter', expiresAt: at('2026-12-03T12:00'), isAccepted: true } as const
  const extra = {
    purpose: 'change',
    payBy: at('2026-12-03T09:00'),
    unpaidAt: null,
    remindedAt: null,
  } as const
  const booking: BookingFacts = { ...stay, status: 'confirmed', change, extra }
  const ofChange = (party: 'owner' | 'sitter') =>
    events(party, booking, at('2026-12-02T11:59')).filter((event) => event.endsWith('_change'))
  expect([ofChange('owner'), ofChange('sitter')]).toEqual([['withdraw_change'], []])
  expect(nextSystemEvent(booking, settings)).toEqual({ event: 'change_payment_expired', dueAt: extra.payBy })
  const withUnpaidExtra = { ...booking, extra: { ...extra, unpaidAt: at('2026-12-02T09:00') } }
  expect(nextSystemEvent(withUnpaidExtra, settings)).toEqual({
    event: 'remind_change_payment',
    dueAt: at('2026-12-02T21:00'),
  })
})

test.each([
  ['inquire', 'new', 'inquiry'],
  ['request', 'new', 'requested'],
  ['request', 'inquiry', 'requested'],
  ['instant_book', 'new', 'confirmed'],
  ['instant_book', 'inquiry', 'confirmed'],
  ['instant_book', 'requested', undefined],
  ['offer', 'new', 'offered'],
  ['offer', 'inquiry', 'offered'],
  ['offer', 'requested', 'offered'],
  ['offer', 'offered', undefined],
  ['offer', 'cancelled', undefined],
  ['offer', 'completed', undefined],
  ['offer', 'confirmed', undefined],
  ['accept_offer', 'offered', 'confirmed'],
  ['accept_offer', 'requested', undefined],
  ['remind', 'requested', 'requested'],
  ['remind', 'offered', undefined],
  ['withdraw', 'offered', 'withdrawn'],
  ['accept', 'requested', 'confirmed'],
  ['accept', 'inquiry', undefined],
  ['decline', 'requested', 'declined'],
  ['decline', 'offered', 'declined'],
  ['expire', 'inquiry', 'expired'],
  ['expire', 'offered', 'expired'],
  ['pay', 'awaiting_payment', 'confirmed'],
  ['pay', 'confirmed', undefined],
  ['payment_failed', 'awaiting_payment', 'awaiting_payment'],
  ['payment_failed', 'confirmed', 'awaiting_payment'],
  ['payment_failed', 'in_progress', undefined],
  ['keep_card', 'awaiting_payment', 'confirmed'],
  ['keep_card', 'requested', undefined],
  ['remind_charge', 'confirmed', 'confirmed'],
  ['charge_card', 'confirmed', 'confirmed'],
  ['charge_card', 'awaiting_payment', undefined],
  ['pay_charge', 'confirmed', 'confirmed'],
  ['pay_charge', 'cancelled', undefined],
  ['card_expired', 'awaiting_card', 'expired'],
  ['reopen_question', 'awaiting_card', 'inquiry'],
  ['reopen_question', 'requested', undefined],
  ['payment_expired', 'awaiting_payment', 'expired'],
  ['cancel', 'confirmed', 'cancelled'],
  ['cancel', 'in_progress', undefined],
  ['end_early', 'in_progress', 'completed'],
  ['end_early', 'confirmed', undefined],
  ['cancel_by_sitter', 'confirmed', 'cancelled'],
  ['cancel_by_sitter', 'in_progress', 'completed'],
  ['check_in', 'confirmed', 'in_progress'],
  ['auto_start', 'confirmed', 'in_progress'],
  ['check_out', 'in_progress', 'completed'],
  ['waive', 'cancelled', 'cancelled'],
  ['waive', 'completed', undefined],
  ['tip', 'completed', 'completed'],
  ['tip', 'closed', 'closed'],
  ['tip', 'cancelled', undefined],
  ['auto_complete', 'confirmed', 'completed'],
  ['release_payout', 'in_progress', 'in_progress'],
  ['release_payout', 'cancelled', 'cancelled'],
  ['release_payout', 'closed', undefined],
  ['close', 'completed', 'closed'],
] as const)('%s moves a %s booking to %s', (event, from, to) => expect(statusAfter(event, from)).toBe(to))

test('no event is allowed for an actor outside its transition, in any status, at any time', () => {
  const times = [
    at('2026-12-01T12:00'),
    at('2026-12-18T14:00'),
    at('2026-12-26T12:00'),
    at('2027-03-01T12:00'),
  ]
  for (const event of [...bookingEvents, ...operatorEvents, ...systemEvents])
    for (const status of bookingStatuses)
      for (const by of actors.filter((actor) => !transitions[event].by.includes(actor)))
        for (const time of times) expect(mayMove(event, by, { ...stay, status }, time, settings)).toBe(false)
})

describe('deadlines', () => {
  const open = (
    event: 'accept' | 'check_in' | 'check_out' | 'cancel',
    status: BookingStatus,
    when: string,
  ) => {
    const by = event === 'cancel' ? 'owner' : 'sitter'
    return mayMove(event, by, { ...stay, status }, at(when), settings)
  }
  test.each([
    ['accept', 'requested', '2026-12-02T09:59', true],
    ['accept', 'requested', '2026-12-02T10:00', false],
    ['check_in', 'confirmed', '2026-12-18T12:59', false],
    ['check_in', 'confirmed', '2026-12-18T13:00', true],
    ['check_in', 'confirmed', '2026-12-26T19:00', false],
    ['check_out', 'in_progress', '2026-12-25T14:59', false],
    ['check_out', 'in_progress', '2026-12-25T15:00', true],
    ['check_out', 'in_progress', '2026-12-27T19:00', false],
    ['cancel', 'confirmed', '2026-12-26T18:59', true],
    ['cancel', 'confirmed', '2026-12-26T19:00', false],
  ] as const)('%s of a %s booking at %s: %s', (event, status, when, expected) => {
    expect(open(event, status, when)).toBe(expected)
  })

  test('allow an owner to confirm the end once it has passed, until it is completed automatically', () => {
    const may = (when: string) =>
      mayMove('check_out', 'owner', { ...stay, status: 'in_progress' }, at(when), settings)
    expect(['2026-12-26T18:59', '2026-12-26T19:00', '2026-12-27T18:59', '2026-12-27T19:00'].map(may)).toEqual(
      [false, true, true, false],
    )
  })

  test('are included in each action', () => {
    expect(actionsFor('sitter', stay, at('2026-12-01T12:00'), settings)).toEqual([
      { event: 'accept', deadlineAt: at('2026-12-02T10:00') },
      { event: 'offer', deadlineAt: at('2026-12-02T10:00') },
      { event: 'decline', deadlineAt: at('2026-12-02T10:00') },
    ])
  })

  test('do not allow accepting a request whose visits have begun', () => {
    const soon = { ...visits, startsAt: at('2026-12-01T12:00'), expiresAt: at('2026-12-01T13:00') }
    expect(events('sitter', soon, at('2026-12-01T12:30'))).toEqual(['decline'])
  })
})

test('a question can become an instant booking if the sitter allows it, and a request cannot', () => {
  const question: BookingFacts = { ...stay, status: 'inquiry', instant: true }
  const when = at('2026-12-01T12:00')
  expect(events('owner', question, when)).toEqual(['request', 'instant_book', 'withdraw'])
  expect(events('owner', { ...stay, instant: true }, when)).toEqual(['withdraw'])
})

test('a stranger is neither owner nor sitter', () => {
  const booking = { ownerAccountId: 'olga', sitterAccountId: 'sam' }
  expect(['olga', 'sam', 'eve'].map((id) => partyOf(booking, id))).toEqual(['owner', 'sitter', undefined])
})

test('only certain statuses consume capacity, show contacts or count as open requests', () => {
  const listed = (is: (status: BookingStatus) => boolean) => bookingStatuses.filter(is)
  expect(listed(consumesCapacity)).toEqual(['awaiting_payment', 'confirmed', 'in_progress'])
  expect(listed(showsContacts)).toEqual(['confirmed', 'in_progress'])
  expect(listed(isOpenRequest)).toEqual([
    'inquiry',
    'awaiting_card',
    'requested',
    'offered',
    'awaiting_payment',
  ])
})

test('a cancellation counts as late from five days before the start', () => {
  expect(isLateCancellation(stay.startsAt, at('2026-12-13T14:59'), settings)).toBe(false)
  expect(isLateCancellation(stay.startsAt, at('2026-12-13T15:00'), settings)).toBe(true)
})

describe('a review', () => {
  const facts: ReviewFacts = {
    ...stay,
    status: 'completed',
    endedAt: at('2026-12-26T18:00'),
    cancelledAt: null,
    cancelledBy: null,
  }
  const may = (over: Partial<ReviewFacts>, party: 'owner' | 'sitter', when: string) =>
    isReviewable({ ...facts, ...over }, party, at(when), settings)
  test('is possible for 14 days after the end, whether or not the booking is closed', () => {
    for (const status of ['completed', 'closed'] as const) {
      expect(may({ status }, 'owner', '2027-01-09T17:59')).toBe(true)
      expect(may({ status }, 'sitter', '2027-01-09T18:00')).toBe(false)
    }
    expect(may({ status: 'in_progress' }, 'owner', '2026-12-27T00:00')).toBe(false)
  })
  test('is possible for the owner, not the sitter, if the sitter cancelled within 24 hours of the start', () => {
    const cancelled = { status: 'cancelled', endedAt: null, cancelledBy: 'sitter' } as const
    const late = { ...cancelled, cancelledAt: at('2026-12-17T15:00') }
    expect(may(late, 'owner', '2026-12-18T00:00')).toBe(true)
    expect(may(late, 'sitter', '2026-12-18T00:00')).toBe(false)
    expect(may({ ...cancelled, cancelledAt: at('2026-12-17T14:59') }, 'owner', '2026-12-18T00:00')).toBe(
      false,
    )
  })
})

test('a message to the side that acted never names the other side as the actor', () => {
  for (const [event, row] of Object.entries(transitions))
    for (const by of parties.filter((party) => row.by.includes(party)))
      for (const to of partiesToNotify(row, by).filter((party) => party === by))
        expect(row.tells[to], `${event} by ${by}`).not.toMatch(
          by === 'owner' ? /^\{sitter\} / : /^\{owner\} /,
        )
})

test('every event that sends notifications has a message for the side that did not act', () => {
  for (const [event, { by, jobs, tells, to }] of Object.entries(transitions)) {
    const movesNothing = Object.entries(to).every(([from, into]) => from === into)
    expect(jobs.includes('bookings.notify')).toBe(Object.values(tells).some((words) => words !== null))
    const notifiesOperators = jobs.includes('bookings.tell-operators')
    expect(eventsForOperators.includes(event)).toBe(notifiesOperators)
    const silent = jobs.length === 0 || (movesNothing && by.includes('system'))
    // A request that was never sent is unknown to its sitter.
    const reached = parties.filter(
      (party) => party === 'owner' || !Object.hasOwn(to, 'awaiting_card') || by.includes('owner'),
    )
    for (const party of reached) expect(silent || by.includes(party) || tells[party] !== null).toBe(true)
  }
})
