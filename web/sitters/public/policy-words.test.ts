import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { policyInWords } from '#web/sitters/public/policy-words.ts'

const terms = Settings.parse({}).policy

test('without dates, the policy gives the cut-off as a number of days', () => {
  expect(policyInWords('moderate', terms, 'Europe/Dublin').sentences[0]).toBe(
    'Full refund until noon, 3 days before the first day (Dublin time).',
  )
})

test('with dates, the policy gives the day of the cut-off', () => {
  expect(policyInWords('moderate', terms, 'Europe/Dublin', '2026-12-18').sentences[0]).toBe(
    'Full refund until noon on Tue 15 Dec (Dublin time).',
  )
})

test('visits have a separate policy text', () => {
  expect(policyInWords('per_unit_24h', terms, 'Europe/Lisbon').sentences).toEqual([
    'Full refund for each visit, walk or day you cancel at least 24 hours before it begins.',
    '50% back if you cancel later, until it begins.',
    'Nothing back for those that have begun.',
    'Those that recur weekly at the same time have until 12 hours before.',
  ])
})
