import { expect, test } from 'vitest'
import { correctionActions, needsApproval } from '#server/ledger/correction.ts'

test.each([
  [100_00, 0, 100_00, false],
  [100_01, 0, 100_00, true],
  [60_00, 40_00, 100_00, false],
  [60_00, 40_01, 100_00, true],
  [1, 0, 0, true],
])(
  '%i after %i posted alone, with a limit of %i, needs a second person: %s',
  (amount, alone, limit, needs) => {
    expect(needsApproval(amount, alone, limit)).toBe(needs)
  },
)

test.each([
  ['waiting', 'ada', true, ['reject']],
  ['waiting', 'ben', true, ['approve', 'reject']],
  ['waiting', 'ben', false, []],
  ['posted', 'ben', true, []],
  ['rejected', 'ben', true, []],
] as const)(
  'a %s correction of Ada gives %s (may change money: %s) %j',
  (state, accountId, mayChange, actions) => {
    expect(correctionActions({ state, proposed_by: 'ada' }, { accountId, mayChange })).toEqual(actions)
  },
)
