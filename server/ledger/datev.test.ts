import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { datevRecord, fiscalYearOf } from '#server/ledger/datev.ts'

test.each([
  ['2026-01-01', 1, '2026-01-01'],
  ['2026-12-01', 1, '2026-01-01'],
  ['2026-06-01', 7, '2025-07-01'],
  ['2026-07-01', 7, '2026-07-01'],
  ['2026-11-01', 12, '2025-12-01'],
])('%s belongs to the fiscal year that begins in month %i: %s', (on, firstMonth, begins) => {
  expect(fiscalYearOf(on, firstMonth)).toBe(begins)
})

test('a text is cut to 60 characters, its quotation marks are doubled, and control characters are left out', () => {
  const record = datevRecord(
    {
      amount: '1234.50',
      currency: 'EUR',
      debit: 'bank',
      credit: 'sitter',
      on: '2026-12-01',
      number: 'x',
      text: `Tip "Sam"\n${'a'.repeat(80)}`,
    },
    Settings.parse({}).datev.accounts,
  )
  expect(record).toBe(
    `1234,50;"S";"EUR";;;"";1200;1595;"";0112;"x";"";;"Tip ""Sam"" ${'a'.repeat(50)}"${';'.repeat(111)}\r\n`,
  )
})
