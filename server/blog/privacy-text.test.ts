import { expect, test } from 'vitest'
import { privacyText } from '#server/blog/privacy-text.ts'
import { privacyRows } from '#server/privacy/privacy.ts'
import type { PrivacyRow } from '#server/privacy/row.ts'

const row: PrivacyRow = {
  topic: 'Messages',
  table: 'message',
  columns: ['body'],
  what: 'Messages',
  purpose: 'To talk to each other',
  basis: 'interest',
  seenBy: 'The two of you',
  kept: { days: 730, after: 'the last one' },
  exported: { in: 'messages.json' },
  erased: 'blank',
}

test('each kind of data is listed with its purpose, legal basis, audience and retention period', () => {
  expect(privacyText([row]).split('\n')).toEqual([
    '### Messages',
    '',
    '- **Messages.** To talk to each other (legitimate interest).',
    '  - **Who sees it:** the two of you.',
    '  - **Kept** for 730 days after the last one.',
  ])
})

test.each<[Partial<PrivacyRow>, string]>([
  [{ kept: { until: 'you remove it' } }, '**Kept** until you remove it.'],
  [{ kept: { hours: 1, after: 'the change' } }, '**Kept** for 1 hour after the change.'],
  [{ kept: { hours: 0, after: 'it has expired' } }, '**Kept** until it has expired.'],
  [
    { erased: { kept: 'law', why: 'The law wants it.' } },
    '**Not deleted with your account:** the law wants it.',
  ],
  [{ exported: { not: 'It is a key.' } }, '**Not in your copy:** it is a key.'],
])('a row with %o renders the expected line', (change, line) => {
  expect(privacyText([{ ...row, ...change }])).toContain(`  - ${line}`)
})

test('every kind of personal data appears in the text', () => {
  const text = privacyText(privacyRows)
  expect(privacyRows.filter(({ what }) => !text.includes(`- **${what}.**`))).toEqual([])
})
