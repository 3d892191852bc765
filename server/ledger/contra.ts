import type { LedgerAccount } from '#contract/codes.ts'

/** An amount that moves from one account to another: `debit` and `credit` name the accounts. */
export type Line = { debit: LedgerAccount; credit: LedgerAccount; amount: number }

/**
 * Divides the entries of a transfer into lines with one account and one contra account each, as accounting programs need
 * them. Each account has the same sum on both sides as in the entries.
 */
export function linesOf(entries: readonly { account: LedgerAccount; amount: number }[]): Line[] {
  const debits = entries
    .filter(({ amount }) => amount < 0)
    .map((entry) => ({ ...entry, left: -entry.amount }))
  const credits = entries
    .filter(({ amount }) => amount > 0)
    .map((entry) => ({ ...entry, left: entry.amount }))
  return debits.flatMap((debit) =>
    credits.flatMap((credit): Line[] => {
      const amount = Math.min(debit.left, credit.left)
      debit.left -= amount
      credit.left -= amount
      return amount > 0 ? [{ debit: debit.account, credit: credit.account, amount }] : []
    }),
  )
}
