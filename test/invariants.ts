import { expect } from 'vitest'
import type { Deps } from '#server/kernel/deps.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'

/** The judge of what many did at once: everything that must always hold does. */
export async function expectInvariants(deps: Deps): Promise<void> {
  const { items } = await invariants(deps)
  expect(items.filter(({ violations }) => violations > 0)).toEqual([])
}
