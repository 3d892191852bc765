import { expect } from 'vitest'
import type { Deps } from '#server/kernel/deps.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'

/** Checks all invariants, usually after concurrent operations. */
export async function expectInvariants(deps: Deps): Promise<void> {
  const { items } = await invariants(deps)
  expect(items.filter(({ violations }) => violations > 0)).toEqual([])
}
