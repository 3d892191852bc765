import { expect, test } from 'vitest'
import { showAnnouncements } from '#contract/announcements.ts'
import { showCalendar } from '#contract/calendar/calendar.ts'
import { listPets } from '#contract/pets.ts'
import { listSessions } from '#contract/sessions.ts'
import { admitByScope } from '#server/kernel/http/keys.ts'
import { olga } from '#test/cast.ts'

const withKey = (...scopes: string[]) => ({ ...olga, key: { id: 'key', scopes } })

test('a person without a key is admitted everywhere', () => {
  for (const endpoint of [showAnnouncements, showCalendar, listPets, listSessions])
    expect(admitByScope(endpoint, olga)).toBe(olga)
})

test('a key reaches its scopes, is a visitor where everybody is, and is refused elsewhere', () => {
  const pets = withKey('pets:read')
  expect(admitByScope(listPets, pets)).toBe(pets)
  expect(admitByScope(showAnnouncements, pets)).toBeNull()
  expect(admitByScope(showCalendar, pets)).toBeNull()
  const calendar = withKey('calendar:read')
  expect(admitByScope(showCalendar, calendar)).toBe(calendar)
  expect(() => admitByScope(listPets, calendar)).toThrow('“pets:read”')
  expect(() => admitByScope(listSessions, pets)).toThrow('No API key can do this')
})
