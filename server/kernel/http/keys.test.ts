import { expect, test } from 'vitest'
import { showAnnouncements } from '#contract/announcements.ts'
import { showAdminBooking } from '#contract/bookings/case-desk.ts'
import { showCalendar } from '#contract/calendar/calendar.ts'
import { listPets } from '#contract/pets.ts'
import { listSessions } from '#contract/sessions.ts'
import { listPeople } from '#contract/staff/people.ts'
import { admitByScope } from '#server/kernel/http/keys.ts'
import { olga } from '#test/cast.ts'

const withKey = (...scopes: string[]) => ({ ...olga, key: { id: 'key', scopes, isOfSite: false } })

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

const ofSite = (...scopes: string[]) => ({
  ...olga,
  accountId: null,
  key: { id: 'key', scopes, isOfSite: true },
})

test('each refusal says whose key, or who without a key, can do it', () => {
  const site = ofSite('site.bookings:read')
  expect(admitByScope(showAdminBooking, site)).toBe(site)
  expect(admitByScope(showCalendar, site)).toBeNull()
  expect(() => admitByScope(listPets, site)).toThrow('Use an API key that the person has created')
  expect(() => admitByScope(listPeople, site)).toThrow('A member of staff has to do it on the desk.')
  expect(() => admitByScope(listSessions, site)).toThrow('A person has to do it on the site.')
  expect(() => admitByScope(showAdminBooking, withKey('bookings:read'))).toThrow(
    'This needs an API key of the site',
  )
  expect(() => admitByScope(showAdminBooking, ofSite('site.ledger:read'))).toThrow('“site.bookings:read”')
})
