import { expect, test } from 'vitest'
import { isOlderRelease, newestRelease } from '#server/kernel/db/release.ts'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.9.3', '2.0.0', true],
  ['1.2.3-beta.1', '1.3.0-beta.1', true],
  ['0.2.0', '0.2.1', false],
  ['0.2.1', '0.2.0', false],
  ['0.2.0', '0.1.0', false],
  ['2.0.0', '1.9.0', false],
])('%s is older than %s: %s', (one, other, isOlder) => {
  expect(isOlderRelease(one, other)).toBe(isOlder)
})

test('the newest release is found in any order, and there is none in an empty list', () => {
  expect(newestRelease(['0.9.0', '0.10.0', '0.2.0'])).toBe('0.10.0')
  expect(newestRelease([])).toBeUndefined()
})
