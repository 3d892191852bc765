import { expect, test } from 'vitest'
import { hourOf, isWellFormed, stateOf, writeKey } from '#server/keys/key.ts'

const random = Buffer.alloc(32, 7)

test('a key is well formed only with its own checksum', () => {
  const key = writeKey(random)
  expect(key).toMatch(/^swk_[\da-f]{72}$/)
  expect(isWellFormed(key)).toBe(true)
  const mistyped = key.replace('0707', '0708')
  expect(
    [mistyped, key.slice(0, -1), `${key}0`, key.toUpperCase(), key.slice(4), ''].map(isWellFormed),
  ).toEqual(Array.from({ length: 6 }, () => false))
})

const at = new Date('2026-12-01T09:00:00Z')
const earlier = new Date('2026-11-30T09:00:00Z')
const later = new Date('2026-12-02T09:00:00Z')

test.each([
  ['active', { created_at: earlier, expires_at: null }, null],
  ['active', { created_at: earlier, expires_at: later }, earlier],
  ['expired', { created_at: earlier, expires_at: at }, null],
  ['ended', { created_at: earlier, expires_at: later }, at],
  ['ended', { created_at: earlier, expires_at: at }, at],
] as const)('a key is %s', (state, key, validSince) => {
  expect(stateOf(key, validSince, at)).toBe(state)
})

test('uses within an hour count as one', () => {
  expect(hourOf(new Date('2026-12-01T09:59:59.999Z'))).toEqual(at)
  expect(hourOf(at)).toEqual(at)
})
