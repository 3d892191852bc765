import type { LedgerCorrection } from '#contract/staff/corrections.ts'
import type { CorrectionRow } from '#server/ledger/correction-store.ts'

/**
 * A correction needs a second person if it is above the limit together with what the same person has posted alone within
 * the last day, so that nobody can divide a large one.
 */
export const needsApproval = (amount: number, postedAlone: number, limit: number): boolean =>
  amount + postedAlone > limit

/** What somebody may do with a correction; nobody approves their own. */
export function correctionActions(
  { state, proposed_by: proposedBy }: Pick<CorrectionRow, 'state' | 'proposed_by'>,
  viewer: { accountId: string; mayChange: boolean },
): LedgerCorrection['actions'] {
  if (state !== 'waiting' || !viewer.mayChange) return []
  return proposedBy === viewer.accountId ? ['reject'] : ['approve', 'reject']
}
