import { expect, test } from 'vitest'
import { modeOf } from '#web/beside/sitting/mode.ts'

test.each([
  ['/account/today', 'sitter'],
  ['/account/requests', 'sitter'],
  ['/account/bookings/0b000000-0000-7000-8000-000000000001/care', 'sitter'],
  ['/sitters', 'owner'],
  ['/account/pets/new', 'owner'],
  ['/account/favorites', 'owner'],
])('%s belongs to the %s', (path, mode) => expect(modeOf(path)).toBe(mode))

test.each([
  '/',
  '/account',
  '/account/pets',
  '/account/household',
  '/account/circle',
  '/account/sitters',
  '/account/messages',
  '/account/bookings',
  '/account/bookings/0b000000-0000-7000-8000-000000000001',
  // A sitter may look at their own profile as others see it.
  '/sitters/0c000000-0000-7000-8000-000000000002',
  '/account/todays',
])('%s belongs to both sides', (path) => expect(modeOf(path)).toBeNull())
