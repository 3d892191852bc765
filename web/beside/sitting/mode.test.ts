import { expect, test } from 'vitest'
import { modeOf } from '#web/beside/sitting/mode.ts'

test.each([
  ['/account/today', 'sitter'],
  ['/account/requests', 'sitter'],
  ['/account/bookings/0b000000-0000-7000-8000-000000000001/care', 'sitter'],
  ['/sitters', 'owner'],
  ['/account/pets/new', 'owner'],
  ['/account/pets/0d000000-0000-7000-8000-000000000003/lost', 'owner'],
  ['/account/favorites', 'owner'],
  ['/account/favorites/0e000000-0000-7000-8000-000000000004', 'owner'],
  ['/account/circle/0f000000-0000-7000-8000-000000000005', 'owner'],
])('%s belongs to the %s', (path, mode) => expect(modeOf(path)).toBe(mode))

test.each([
  '/',
  '/account',
  '/account/pets',
  // Of a pet that stays with a sitter, this is the care sheet.
  '/account/pets/0d000000-0000-7000-8000-000000000003',
  // A friend who is invited into a circle may be a sitter.
  '/account/circle/join/0123456789abcdef',
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
