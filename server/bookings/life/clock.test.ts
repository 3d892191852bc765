import { describe, expect, test } from 'vitest'
import { services } from '#contract/codes.ts'
import type { CaseFacts } from '#server/bookings/case/case.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { expiryOf, requestExpiry } from '#server/bookings/life/expiry.ts'
import { dueEvent, mayMove, nextSystemEvent, statusAfter } from '#server/bookings/life/rule.ts'
import { at, settings, stay, visits } from '#test/stay-facts.ts'

describe('the next system event', () => {
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
  ] as [string, BookingFacts, string, string][])('is due on time for %s', (_, booking, event, dueAt) => {
    expect(nextSystemEvent(booking, settings)).toEqual({ event, dueAt: at(dueAt) })
    expect(dueEvent(booking, new Date(at(dueAt).getTime() - 1), settings)).toBeNull()
    expect(dueEvent(booking, at(dueAt), settings)?.event).toBe(event)
  })

  test('is the expiry instead of a reminder once the request has expired', () => {
    expect(dueEvent(stay, at('2026-12-02T09:59'), settings)?.event).toBe('remind')
    expect(dueEvent(stay, at('2026-12-02T10:00'), settings)?.event).toBe('expire')
  })

  test('reopens the question or expires the request if no card was given, however late it runs', () => {
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

  test('does not close a booking that still holds money', () => {
    const finished: BookingFacts = { ...stay, status: 'completed', held: 1 }
    expect(nextSystemEvent(finished, settings)).toBeNull()
    expect(mayMove('close', 'system', finished, at('2028-01-01T00:00'), settings)).toBe(false)
  })

  test('is null for closed, declined, withdrawn, expired and cancelled bookings', () => {
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
  test('leads a confirmed booking of every service to closed', () => {
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
])('a request sent at %s for a start at %s expires at %s', (sent, start, expires) => {
  expect(requestExpiry(at(sent), at(start), settings)).toEqual(at(expires))
})

test.each([
  // what was sent on 1 December at 10:00, start, expires
  ['inquiry', '2026-12-18T15:00', '2026-12-15T10:00'],
  ['inquiry', '2026-12-10T15:00', '2026-12-10T15:00'],
  ['requested', '2026-12-18T15:00', '2026-12-02T10:00'],
  ['offered', '2026-12-18T15:00', '2026-12-03T10:00'],
  ['offered', '2026-12-02T15:00', '2026-12-02T14:00'],
] as const)('a booking in status %s with a start at %s expires at %s', (status, start, expires) => {
  expect(expiryOf(status, at('2026-12-01T10:00'), at(start), settings)).toEqual(at(expires))
})
