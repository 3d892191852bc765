import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerAccount, ledgerAccounts } from '#contract/codes.ts'
import { linesOf } from '#server/ledger/contra.ts'
import { postings } from '#server/ledger/postings.ts'

test('a release becomes one line for each account that receives', () => {
  const { entries } = postings.release(
    { ownerId: 'olga', sitterId: 'sam' },
    { sitter: 528_30, sitterFee: 58_70, sitterFeeTax: 10_98, ownerFee: 40_00, ownerFeeTax: 0 },
  )
  expect(linesOf(entries)).toEqual([
    { debit: 'escrow', credit: 'sitter', amount: 528_30 },
    { debit: 'escrow', credit: 'platform_fee', amount: 47_72 },
    { debit: 'escrow', credit: 'tax', amount: 10_98 },
    { debit: 'escrow', credit: 'platform_fee', amount: 40_00 },
  ])
})

const anyEntry = fc.record({
  account: fc.constantFrom(...ledgerAccounts),
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((amount) => amount !== 0),
})
/** Entries that sum to zero. */
const anyTransfer = fc.array(anyEntry, { minLength: 1, maxLength: 6 }).map((entries) => {
  const amount = -entries.reduce((sum, entry) => sum + entry.amount, 0)
  return amount === 0 ? entries : [...entries, { account: 'bank' as const, amount }]
})

test('lines keep both sides of every account, and none of them is zero', () => {
  const sums = (parts: readonly { account: LedgerAccount; amount: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(parts, ({ account }) => account)].map(([account, own]) => [
        account,
        own.reduce((sum, { amount }) => sum + amount, 0),
      ]),
    )
  fc.assert(
    fc.property(anyTransfer, (entries) => {
      const lines = linesOf(entries)
      const debits = lines.map(({ debit: account, amount }) => ({ account, amount }))
      const credits = lines.map(({ credit: account, amount }) => ({ account, amount }))
      const negated = entries
        .filter(({ amount }) => amount < 0)
        .map((one) => ({ ...one, amount: -one.amount }))
      expect(sums(debits)).toEqual(sums(negated))
      expect(sums(credits)).toEqual(sums(entries.filter(({ amount }) => amount > 0)))
      expect(lines.every(({ amount }) => amount > 0)).toBe(true)
    }),
  )
})
