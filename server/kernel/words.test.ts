import { expect, test } from 'vitest'
import { greetingTo } from '#server/kernel/words.ts'

test.each([
  ['Olga Nunes', 'Hello Olga,'],
  ['Sam S.', 'Hello Sam,'],
  ['Ada', 'Hello Ada,'],
  [null, 'Hello,'],
])('%s is greeted by the first name', (name, greeting) => {
  expect(greetingTo(name)).toBe(greeting)
})
