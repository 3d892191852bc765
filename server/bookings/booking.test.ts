import { describe, expect, test } from 'vitest'
import {
  actors,
  bookingEvents,
  type BookingStatus,
  bookingStatuses,
  operatorEvents,
  parties,
  services,
  systemEvents,
} from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import {
  actionsFor,
  consumesCapacity,
  dueEvent,
  expiryOf,
  isLateCancellation,
  isOpenRequest,
  isReviewable,
  mayMove,
  nextSystemEvent,
  partyOf,
  requestExpiry,
  rowFor,
  type ReviewFacts,
  showsContacts,
  statusAfter,
} from '#server/bookings/booking.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { askingEvents } from '#server/bookings/operator-mails.ts'
import type { CaseFacts } from '#server/bookings/case.ts'
import { transitions } from '#server/bookings/transitions.ts'

const settings = Settings.parse({})
const at = (text: string) => new Date(`${text}:00Z`)
const stay: BookingFacts = {
  status: 'requested',
  service: 'boarding',
  startsAt: at('2026-12-18T15:00'),
  endsAt: at('2026-12-26T19:00'),
  lastUnitStartsAt: at('2026-12-25T15:00'),
  expiresAt: at('2026-12-02T10:00'),
  sentAt: at('2026-12-01T10:00'),
  endedAt: null,
  payoutDueAt: null,
  held: 0,
  cancelledBy: null,
  change: null,
  extra: null,
  charge: null,
  timeZone: 'Europe/Dublin',
  askedAt: at('2026-12-01T10:00'),
  remindedAt: null,
  instant: false,
  checkedInAt: null,
  visits: [],
  cases: [],
}
const visits: BookingFacts = { ...stay, service: 'drop_in' }
const events = (party: 'owner' | 'sitter', booking: BookingFacts, when: Date) =>
  actionsFor(party, booking, when, settings).map(({ event }) => event)

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
] as const)('what may be done to a booking that is %s', (status, owner, sitter, ownerLast, sitterLast) => {
  const booking = { ...stay, status }
  const [early, last] = [at('2026-12-01T12:00'), at('2026-12-26T12:00')]
  expect([events('owner', booking, early), events('sitter', booking, early)]).toEqual([owner, sitter])
  expect([events('owner', booking, last), events('sitter', booking, last)]).toEqual([ownerLast, sitterLast])
})

test.each(['confirmed', 'in_progress'] as const)(
  'a change of a %s booking waits for the other side only',
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

test('a change that is accepted waits for its payment: the owner may leave it, and the clock ends it', () => {
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
  const asked = { ...booking, extra: { ...extra, unpaidAt: at('2026-12-02T09:00') } }
  expect(nextSystemEvent(asked, settings)).toEqual({
    event: 'remind_change_payment',
    dueAt: at('2026-12-02T21:00'),
  })
})

test.each([
  // status of the case, appealed before, what owner and sitter may do, what the clock does
  ['awaiting_party', false, ['open_case'], ['open_case', 'answer_case'], 'pass_on_case'],
  ['operator_review', false, ['open_case'], ['open_case'], null],
  ['resolved', false, ['open_case', 'appeal_case'], ['open_case', 'appeal_case'], 'close'],
  ['resolved', true, ['open_case'], ['open_case'], 'close'],
] as const)(
  'what may be done about a case of the owner that is %s (appealed: %s)',
  (status, appealed, owner, sitter, due) => {
    const decided = status === 'resolved'
    const one: CaseFacts = {
      id: 'care',
      kind: 'care',
      status,
      openedBy: 'owner',
      openedAt: at('2026-12-26T12:00'),
      answerBy: at('2026-12-28T12:00'),
      holds: true,
      resolvedAt: decided ? at('2026-12-27T12:00') : null,
      appealedAt: appealed ? at('2026-12-27T12:00') : null,
      visitAt: null,
    }
    const booking: BookingFacts = { ...stay, status: 'completed', cases: [one] }
    const ofCase = (party: 'owner' | 'sitter') =>
      events(party, booking, at('2026-12-27T13:00')).filter((event) => event.endsWith('_case'))
    expect([ofCase('owner'), ofCase('sitter')]).toEqual([owner, sitter])
    expect(nextSystemEvent(booking, settings)?.event ?? null).toBe(due)
    expect(
      mayMove('resolve_case', 'operator', { ...booking, about: one }, at('2026-12-27T13:00'), settings),
    ).toBe(!decided)
  },
)

test('a report of somebody who is not there waits its minutes, and settles itself unless there was a check-in', () => {
  const confirmed: BookingFacts = { ...stay, status: 'confirmed' }
  const may = (by: 'owner' | 'sitter', booking: BookingFacts, when: string) =>
    mayMove('report_no_show', by, booking, at(when), settings)
  for (const by of parties) {
    expect(may(by, confirmed, '2026-12-18T15:59')).toBe(false)
    expect(may(by, confirmed, '2026-12-18T16:00')).toBe(true)
    expect(may(by, { ...confirmed, checkedInAt: at('2026-12-18T15:00') }, '2026-12-18T16:00')).toBe(false)
  }
  const walks: BookingFacts = { ...confirmed, service: 'dog_walking' }
  expect([may('sitter', walks, '2026-12-18T15:15'), may('owner', walks, '2026-12-18T15:15')]).toEqual([
    true,
    false,
  ])
  expect(may('owner', walks, '2026-12-18T15:30')).toBe(true)
  const one: CaseFacts = {
    id: 'absence',
    kind: 'no_show',
    status: 'awaiting_party',
    openedBy: 'owner',
    openedAt: at('2026-12-18T16:00'),
    answerBy: at('2026-12-19T04:00'),
    holds: true,
    resolvedAt: null,
    appealedAt: null,
    visitAt: null,
  }
  const reported: BookingFacts = { ...confirmed, cases: [one] }
  expect(nextSystemEvent(reported, settings)).toEqual({
    event: 'resolve_no_show',
    dueAt: one.answerBy,
    caseId: one.id,
  })
  const arrived: BookingFacts = { ...reported, status: 'in_progress', checkedInAt: at('2026-12-18T17:00') }
  expect(nextSystemEvent(arrived, settings)?.event).toBe('pass_on_case')
})

test.each([
  ['inquire', 'new', 'inquiry'],
  ['request', 'new', 'requested'],
  ['request', 'inquiry', 'requested'],
  ['instant_book', 'new', 'confirmed'],
  ['instant_book', 'inquiry', 'confirmed'],
  ['instant_book', 'requested', undefined],
  ['offer', 'inquiry', 'offered'],
  ['offer', 'requested', 'offered'],
  ['offer', 'offered', undefined],
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
] as const)('%s leads from %s to %s', (event, from, to) => expect(statusAfter(event, from)).toBe(to))

test('no event is open to the wrong side, in any status, at any time', () => {
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

  test('come with each action', () => {
    expect(actionsFor('sitter', stay, at('2026-12-01T12:00'), settings)).toEqual([
      { event: 'accept', deadlineAt: at('2026-12-02T10:00') },
      { event: 'offer', deadlineAt: at('2026-12-02T10:00') },
      { event: 'decline', deadlineAt: at('2026-12-02T10:00') },
    ])
  })

  test('nobody accepts what has already begun', () => {
    const soon = { ...visits, startsAt: at('2026-12-01T12:00'), expiresAt: at('2026-12-01T13:00') }
    expect(events('sitter', soon, at('2026-12-01T12:30'))).toEqual(['decline'])
  })
})

describe('the clock', () => {
  const lastReminded = { ...stay, remindedAt: at('2026-12-02T08:00') }
  const held = { payoutDueAt: at('2026-12-28T19:00'), held: 627_00 }
  test.each([
    ['a request', stay, 'remind', '2026-12-01T12:00'],
    ['a request whose sitter was reminded for the last time', lastReminded, 'expire', '2026-12-02T10:00'],
    [
      'a request without a card of which the sitter knows nothing',
      { ...stay, status: 'awaiting_card', sentAt: null },
      'card_expired',
      '2026-12-02T10:00',
    ],
    [
      'a request without a card that was a question',
      { ...stay, status: 'awaiting_card' },
      'reopen_question',
      '2026-12-02T10:00',
    ],
    [
      'a request without a card whose question ends with its start',
      { ...stay, status: 'awaiting_card', expiresAt: stay.startsAt },
      'card_expired',
      '2026-12-18T15:00',
    ],
    ['an offer', { ...stay, status: 'offered' }, 'expire', '2026-12-02T10:00'],
    ['a question', { ...stay, status: 'inquiry' }, 'expire', '2026-12-02T10:00'],
    ['a stay nobody checked in', { ...stay, status: 'confirmed' }, 'auto_start', '2026-12-18T17:00'],
    [
      'visits nobody checked in',
      { ...visits, status: 'confirmed' },
      'flag_not_checked_in',
      '2026-12-27T19:00',
    ],
    ['a running stay', { ...stay, status: 'in_progress' }, 'auto_complete', '2026-12-27T19:00'],
    [
      'a finished stay with money in escrow',
      { ...stay, status: 'completed', ...held },
      'release_payout',
      '2026-12-28T19:00',
    ],
    [
      'a cancelled stay with money in escrow',
      { ...stay, status: 'cancelled', ...held },
      'release_payout',
      '2026-12-28T19:00',
    ],
    ['a finished stay', { ...stay, status: 'completed' }, 'close', '2027-01-09T19:00'],
  ] as [string, BookingFacts, string, string][])('moves %s', (_, booking, event, dueAt) => {
    expect(nextSystemEvent(booking, settings)).toEqual({ event, dueAt: at(dueAt) })
    expect(dueEvent(booking, new Date(at(dueAt).getTime() - 1), settings)).toBeNull()
    expect(dueEvent(booking, at(dueAt), settings)?.event).toBe(event)
  })

  test('reminds nobody of what has expired in the meantime', () => {
    expect(dueEvent(stay, at('2026-12-02T09:59'), settings)?.event).toBe('remind')
    expect(dueEvent(stay, at('2026-12-02T10:00'), settings)?.event).toBe('expire')
  })

  test('ends a request without a card in one of two ways, however late it comes', () => {
    for (const sentAt of [null, stay.sentAt])
      for (const expiresAt of [stay.expiresAt, stay.startsAt])
        for (const when of ['2026-12-18T15:00', '2026-12-27T10:00']) {
          const prepared: BookingFacts = { ...stay, status: 'awaiting_card', sentAt, expiresAt }
          const lives = sentAt !== null && expiresAt === stay.expiresAt
          expect(dueEvent(prepared, at(when), settings)?.event).toBe(
            lives ? 'reopen_question' : 'card_expired',
          )
        }
  })

  test('closes nothing whose money is not settled', () => {
    const finished: BookingFacts = { ...stay, status: 'completed', held: 1 }
    expect(nextSystemEvent(finished, settings)).toBeNull()
    expect(mayMove('close', 'system', finished, at('2028-01-01T00:00'), settings)).toBe(false)
  })

  test('has no business with bookings that came to nothing', () => {
    for (const status of ['closed', 'declined', 'withdrawn', 'expired', 'cancelled'] as const)
      expect(nextSystemEvent({ ...stay, status }, settings)).toBeNull()
  })

  const decided: CaseFacts = {
    id: 'absence',
    kind: 'not_checked_in',
    status: 'resolved',
    openedBy: 'system',
    openedAt: at('2026-12-27T19:00'),
    answerBy: at('2026-12-28T19:00'),
    holds: true,
    resolvedAt: at('2026-12-28T19:00'),
    appealedAt: null,
    visitAt: null,
  }
  test('brings every booking from its request to its end', () => {
    for (const service of services) {
      let booking: BookingFacts = { ...stay, service, status: 'confirmed' }
      for (let next = nextSystemEvent(booking, settings); next; next = nextSystemEvent(booking, settings))
        booking = {
          ...booking,
          status: statusAfter(next.event, booking.status)!,
          cases: next.event === 'flag_not_checked_in' ? [decided] : booking.cases,
        }
      expect(booking.status).toBe('closed')
    }
  })
})

test.each([
  // sent, start, expires
  ['2026-12-01T10:00', '2026-12-18T15:00', '2026-12-02T10:00'],
  ['2026-12-01T10:00', '2026-12-02T11:00', '2026-12-02T10:00'],
  ['2026-12-01T10:00', '2026-12-02T10:59', '2026-12-02T09:59'],
  ['2026-12-01T10:00', '2026-12-01T13:00', '2026-12-01T12:00'],
  ['2026-12-01T10:00', '2026-12-01T12:30', '2026-12-01T12:00'],
])('a request of %s for %s expires at %s', (sent, start, expires) => {
  expect(requestExpiry(at(sent), at(start), settings)).toEqual(at(expires))
})

test('only a question to a sitter who lets this owner book at once can become a booking', () => {
  const question: BookingFacts = { ...stay, status: 'inquiry', instant: true }
  const when = at('2026-12-01T12:00')
  expect(events('owner', question, when)).toEqual(['request', 'instant_book', 'withdraw'])
  expect(events('owner', { ...stay, instant: true }, when)).toEqual(['withdraw'])
})

test.each([
  // what was sent on 1 December at 10:00, start, expires
  ['inquiry', '2026-12-18T15:00', '2026-12-15T10:00'],
  ['inquiry', '2026-12-10T15:00', '2026-12-10T15:00'],
  ['requested', '2026-12-18T15:00', '2026-12-02T10:00'],
  ['offered', '2026-12-18T15:00', '2026-12-03T10:00'],
  ['offered', '2026-12-02T15:00', '2026-12-02T14:00'],
] as const)('what is %s for %s waits until %s', (status, start, expires) => {
  expect(expiryOf(status, at('2026-12-01T10:00'), at(start), settings)).toEqual(at(expires))
})

test('a stranger is neither owner nor sitter', () => {
  const booking = { ownerAccountId: 'olga', sitterAccountId: 'sam' }
  expect(['olga', 'sam', 'eve'].map((id) => partyOf(booking, id))).toEqual(['owner', 'sitter', undefined])
})

test('what each status means for the calendar, the contacts and the owner’s open requests', () => {
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

test('a cancellation is late from five days before the start on', () => {
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
  test('is possible for 14 days after the end, closed or not', () => {
    for (const status of ['completed', 'closed'] as const) {
      expect(may({ status }, 'owner', '2027-01-09T17:59')).toBe(true)
      expect(may({ status }, 'sitter', '2027-01-09T18:00')).toBe(false)
    }
    expect(may({ status: 'in_progress' }, 'owner', '2026-12-27T00:00')).toBe(false)
  })
  test('is possible for the side that was cancelled on at the last moment', () => {
    const cancelled = { status: 'cancelled', endedAt: null, cancelledBy: 'sitter' } as const
    const late = { ...cancelled, cancelledAt: at('2026-12-17T15:00') }
    expect(may(late, 'owner', '2026-12-18T00:00')).toBe(true)
    expect(may(late, 'sitter', '2026-12-18T00:00')).toBe(false)
    expect(may({ ...cancelled, cancelledAt: at('2026-12-17T14:59') }, 'owner', '2026-12-18T00:00')).toBe(
      false,
    )
  })
})

test('whoever did not act is told, in words, wherever a notification is sent', () => {
  for (const [event, { by, jobs, tells, to }] of Object.entries(transitions)) {
    const movesNothing = Object.entries(to).every(([from, into]) => from === into)
    expect(jobs.includes('bookings.notify')).toBe(Object.values(tells).some((words) => words !== null))
    const asked = jobs.includes('bookings.tell-operators')
    expect(askingEvents.includes(event)).toBe(asked)
    const silent = jobs.length === 0 || (movesNothing && by.includes('system'))
    // What was never sent is nothing to its sitter.
    const reached = parties.filter(
      (party) => party === 'owner' || !Object.hasOwn(to, 'awaiting_card') || by.includes('owner'),
    )
    for (const party of reached) expect(silent || by.includes(party) || tells[party] !== null).toBe(true)
  }
})

describe('with a payment provider', () => {
  test.each(['accept'] as const)('%s keeps the places and asks for the money', (event) => {
    const row = rowFor(event, 'stripe')
    expect(row.to).toEqual({ requested: 'awaiting_payment' })
    expect(row.effects).toEqual(['take_places', 'ask_payment'])
    expect(row.tells).toEqual({ owner: null, sitter: null })
    expect(rowFor(event, 'manual')).toBe(transitions[event])
  })

  test.each([
    ['accept_change', 'apply_change', 'ask_change_payment'],
    ['tip', 'tip', 'ask_tip'],
  ] as const)('%s asks for the money first, and costs nothing more is done at once', (event, done, asked) => {
    expect(rowFor(event, 'stripe', 41_80).effects).toEqual([asked])
    expect(rowFor(event, 'stripe', 0).effects).toEqual([done])
    expect(rowFor(event, 'manual', 41_80)).toBe(transitions[event])
  })

  test('what follows from the payment follows when it is made', () =>
    expect(rowFor('pay', 'stripe').effects).toEqual(['capture_payment', 'count_promo', 'end_siblings']))

  test('an owner may let a payment go, and the clock does so in the end', () => {
    const waiting: BookingFacts = { ...stay, status: 'awaiting_payment' }
    expect(events('owner', waiting, at('2026-12-02T09:59'))).toEqual(['withdraw'])
    expect(nextSystemEvent(waiting, settings)).toEqual({
      event: 'payment_expired',
      dueAt: stay.expiresAt,
    })
  })
})

describe('a card that is charged later', () => {
  const charge = {
    at: at('2026-12-10T10:00'),
    since: at('2026-12-01T10:00'),
    askedAt: null,
    remindedAt: null,
  }
  const kept: BookingFacts = { ...stay, status: 'confirmed', charge }
  const charging: BookingFacts = { ...kept, charge: { ...charge, askedAt: charge.at } }
  const reminded: BookingFacts = { ...kept, charge: { ...charge, remindedAt: at('2026-12-07T10:00') } }

  test.each([
    ['is announced', kept, 'remind_charge', '2026-12-07T10:00'],
    ['is charged', reminded, 'charge_card', '2026-12-10T10:00'],
    ['without an answer fails', charging, 'payment_failed', '2026-12-14T15:00'],
  ] as const)('%s by the clock', (_, booking, event, dueAt) => {
    expect(nextSystemEvent(booking, settings)).toEqual({ event, dueAt: at(dueAt) })
    expect(dueEvent(booking, new Date(at(dueAt).getTime() - 1), settings)).toBeNull()
    expect(dueEvent(booking, at(dueAt), settings)?.event).toBe(event)
  })

  test('is not announced on the day itself', () => {
    expect(dueEvent(kept, charge.at, settings)?.event).toBe('charge_card')
    expect(dueEvent(kept, at('2026-12-27T20:00'), settings)?.event).toBe('charge_card')
  })

  test('lets nothing begin before it is charged, and nothing be changed while it is', () => {
    const late = at('2026-12-18T17:00')
    for (const booking of [kept, charging]) {
      expect(events('sitter', booking, late)).toEqual([
        'cancel_by_sitter',
        ...(booking === kept ? ['propose_change'] : []),
      ])
      expect(mayMove('auto_start', 'system', booking, late, settings)).toBe(false)
      expect(mayMove('auto_complete', 'system', booking, at('2026-12-28T00:00'), settings)).toBe(false)
    }
    const soon = at('2026-12-10T11:00')
    expect(events('owner', kept, soon)).toEqual(['cancel', 'propose_change'])
    expect(events('owner', charging, soon)).toEqual(['cancel'])
    const change = { by: 'sitter', expiresAt: at('2026-12-12T10:00'), isAccepted: false } as const
    expect(events('owner', { ...kept, change }, soon)).toContain('accept_change')
    expect(events('owner', { ...charging, change }, soon)).toEqual(['cancel', 'decline_change'])
  })

  test('costs nothing more when a change is accepted: its price is charged with the rest', () => {
    expect(rowFor('accept_change', 'stripe', 0).effects).toEqual(['apply_change'])
    expect(rowFor('keep_card', 'stripe').effects).toEqual(['keep_charge', 'count_promo', 'end_siblings'])
    expect(rowFor('pay_charge', 'stripe').effects).toEqual(['capture_payment'])
  })
})
