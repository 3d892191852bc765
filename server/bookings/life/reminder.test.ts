import { expect, test } from 'vitest'
import { nextReminder } from '#server/bookings/life/reminder.ts'

const at = (text: string) => new Date(`${text}:00Z`)

/** Returns all reminders of a request, in the order in which they would be sent. */
function remindersOf(
  askedAt: string,
  expiresAt: string,
  startsAt: string,
  timeZone = 'Europe/Dublin',
): string[] {
  const request = { askedAt: at(askedAt), expiresAt: at(expiresAt), startsAt: at(startsAt), timeZone }
  const sent: string[] = []
  let remindedAt: Date | null = null
  for (;;) {
    remindedAt = nextReminder({ ...request, remindedAt })
    if (!remindedAt) return sent
    sent.push(remindedAt.toISOString().slice(0, 16))
  }
}

test('reminders are sent two and twelve hours after a request, and two hours before it expires', () => {
  expect(remindersOf('2026-12-01T09:00', '2026-12-02T09:00', '2026-12-11T15:00')).toEqual([
    '2026-12-01T11:00',
    '2026-12-01T21:00',
    '2026-12-02T07:00',
  ])
})

test.each([
  // asked, in the time zone of the booking: reminders due at night move to seven and are sent only once
  ['2026-12-01T11:00', ['2026-12-01T13:00', '2026-12-02T07:00', '2026-12-02T09:00'], 'Europe/Dublin'],
  ['2026-12-01T21:00', ['2026-12-02T07:00', '2026-12-02T09:00', '2026-12-02T19:00'], 'Europe/Dublin'],
  ['2026-12-01T11:00', ['2026-12-01T13:00', '2026-12-01T23:00'], 'America/New_York'],
])('a request sent at %s gets no reminder between 22:00 and 07:00: %s', (sentAt, reminders, zone) => {
  const expires = new Date(at(sentAt).getTime() + 24 * 3_600_000).toISOString().slice(0, 16)
  expect(remindersOf(sentAt, expires, '2026-12-11T15:00', zone).slice(0, reminders.length)).toEqual(reminders)
})

test('reminders are not postponed at night if the start is less than a day away', () => {
  expect(remindersOf('2026-12-01T20:30', '2026-12-02T08:00', '2026-12-02T09:00')).toEqual([
    '2026-12-01T22:30',
    '2026-12-02T06:00',
  ])
})

test('a request without an expiry gets no reminders', () => {
  const waiting = { askedAt: at('2026-12-01T09:00'), startsAt: at('2026-12-11T15:00'), timeZone: 'UTC' }
  expect(nextReminder({ ...waiting, expiresAt: null, remindedAt: null })).toBeNull()
})
