import { describe, expect, test } from 'vitest'
import { addHours, addMinutes } from '#server/kernel/day.ts'
import {
  averageShown,
  type FirstContact,
  meetsTrust,
  nextTrust,
  responseOf,
  waitingMinutes,
} from '#server/reviews/reputation.ts'

test.each([
  [10, 2, null],
  [14, 3, 4.7],
  [29, 6, 4.8],
  [0, 0, null],
])('a sum of %i stars from %i reviews is shown as %s', (sum, count, shown) => {
  expect(averageShown({ sum, count }, 3)).toBe(shown)
})

describe('the waiting time', () => {
  const minutes = (from: string, to: string, zone = 'Europe/Lisbon') =>
    waitingMinutes(new Date(from), new Date(to), zone)
  test.each([
    ['2026-11-20T10:00:00Z', '2026-11-20T10:45:00Z', 45],
    ['2026-11-20T20:30:00Z', '2026-11-21T08:30:00Z', 60],
    ['2026-11-20T22:00:00Z', '2026-11-21T07:00:00Z', 0],
    ['2026-11-20T22:00:00Z', '2026-11-20T22:00:00Z', 0],
    ['2026-11-20T12:00:00Z', '2026-11-22T12:00:00Z', 26 * 60],
  ])('from %s to %s excludes the night: %i minutes', (from, to, expected) => {
    expect(minutes(from, to)).toBe(expected)
  })
  test('is counted in the sitter’s time zone', () => {
    expect(minutes('2026-11-20T22:00:00Z', '2026-11-20T23:00:00Z', 'America/New_York')).toBe(60)
  })
})

describe('the response', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const contact = (daysAgo: number, answeredAfter: number | null, withdrawnAfter: number | null = null) => {
    const askedAt = addHours(now, -24 * daysAgo)
    const after = (hours: number | null) => (hours === null ? null : addMinutes(askedAt, hours * 60))
    return {
      askedAt,
      answeredAt: after(answeredAfter),
      withdrawnAt: after(withdrawnAfter),
    } satisfies FirstContact
  }
  const rate = (...contacts: FirstContact[]) => responseOf(contacts, now, 'Europe/Lisbon').rate

  test('rate counts answers within 24 hours', () => {
    expect(rate(contact(5, 1), contact(6, 24), contact(7, 25), contact(8, null))).toBe(0.5)
  })
  test('rate is null without requests and ignores those still open or withdrawn within a day', () => {
    expect(responseOf([], now, 'UTC')).toEqual({ rate: null, minutes: null })
    expect(rate(contact(0.5, null))).toBeNull()
    expect(rate(contact(5, null, 3), contact(6, 1))).toBe(1)
    expect(rate(contact(5, null, 30))).toBe(0)
  })
  test('rate covers only the last 25 contacts', () => {
    const recent = Array.from({ length: 25 }, (_, index) => contact(index + 2, 1))
    expect(rate(...recent, contact(100, null))).toBe(1)
    expect(rate(contact(1.5, null), ...recent)).toBe(24 / 25)
  })
  test('time is the median of the waiting times', () => {
    const contacts = [contact(5, 0.5), contact(6, 1), contact(7, 8)]
    expect(responseOf(contacts, now, 'Europe/Lisbon').minutes).toBe(60)
    expect(responseOf(contacts.slice(0, 2), now, 'Europe/Lisbon').minutes).toBe(45)
    expect(responseOf([contact(5, null)], now, 'Europe/Lisbon')).toEqual({ rate: 0, minutes: null })
  })
})

describe('a trusted sitter', () => {
  const good = {
    clients: 5,
    repeatClients: 2,
    stars: { sum: 24, count: 5 },
    responseRate: 0.9,
    bookings: 60,
    lateCancellations: 1,
  }
  test.each([
    ['has everything', {}, true],
    ['four clients', { clients: 4 }, false],
    ['one repeat client', { repeatClients: 1 }, false],
    ['four reviews', { stars: { sum: 20, count: 4 } }, false],
    ['an average of 4.79', { stars: { sum: 479, count: 100 } }, false],
    ['slow answers', { responseRate: 0.89 }, false],
    ['no requests', { responseRate: null }, false],
    ['two per cent cancelled', { bookings: 50 }, false],
  ])('%s', (_, over, met) => expect(meetsTrust({ ...good, ...over })).toBe(met))

  test('loses the badge at the second consecutive failed test', () => {
    let trust = nextTrust({ trusted: false, misses: 4 }, true)
    expect(trust).toEqual({ trusted: true, misses: 0 })
    trust = nextTrust(trust, false)
    expect(trust).toEqual({ trusted: true, misses: 1 })
    expect(nextTrust(trust, true)).toEqual({ trusted: true, misses: 0 })
    expect(nextTrust(trust, false)).toEqual({ trusted: false, misses: 2 })
  })
})
