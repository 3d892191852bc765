import type { LedgerCorrection } from '#contract/staff/corrections.ts'
import { correctionActions } from '#server/ledger/correction.ts'
import type { CorrectionRow } from '#server/ledger/correction-store.ts'

const personOf = (accountId: string | null, name: string | null) =>
  accountId && name ? { accountId, name } : null

export const viewCorrection = (
  row: CorrectionRow,
  viewer: { accountId: string; mayChange: boolean },
): LedgerCorrection => ({
  id: row.id,
  state: row.state,
  debit: row.debit,
  credit: row.credit,
  amount: row.amount,
  currency: row.currency,
  booking:
    row.booking_id && row.number
      ? {
          id: row.booking_id,
          number: row.number,
          names: { owner: row.owner_name ?? '', sitter: row.sitter_name ?? '' },
        }
      : null,
  reason: row.reason,
  needsApproval: row.needs_approval,
  proposedAt: row.proposed_at.toISOString(),
  proposedBy: { accountId: row.proposed_by, name: row.proposer },
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: personOf(row.decided_by, row.decider),
  decision: row.decision,
  actions: correctionActions(row, viewer),
})
