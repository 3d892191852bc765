import type { Dispute } from '#contract/payments/disputes.ts'
import { stateOfRow } from '#server/payments/dispute-commands.ts'
import { moneyOfDispute } from '#server/payments/dispute-return-commands.ts'
import type { ListedDispute } from '#server/payments/dispute-store.ts'
import { disputeActions, isInquiry, unborne } from '#server/payments/dispute.ts'

export const actionsOfRow = (row: ListedDispute, at: Date): Dispute['actions'] =>
  disputeActions(
    {
      status: row.status,
      amount: row.amount,
      dueAt: row.due_at,
      decidedAt: row.decided_at,
      isSending: row.sending !== null,
      isAnswered: row.evidence_at !== null,
      money: moneyOfDispute(row),
    },
    at,
  )

export function viewDispute(row: ListedDispute, at: Date): Dispute {
  const money = moneyOfDispute(row)
  return {
    id: row.id,
    version: row.version,
    state: stateOfRow(row),
    isInquiry: isInquiry(row.status),
    reason: row.reason,
    amount: row.amount,
    currency: row.currency,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    answerBy: row.due_at?.toISOString() ?? null,
    evidence: row.evidence,
    answeredAt: row.evidence_at?.toISOString() ?? null,
    sending: row.sending,
    failure: row.failure,
    money: {
      withdrawn: row.withdrawn,
      fee: row.fee,
      covered: row.covered,
      byPlatform: row.borne_by_platform,
      bySitter: row.borne_by_sitter,
      open: unborne(money),
      unpaid: row.unpaid,
      paidOut: row.paid_out,
    },
    decision: row.decision,
    decidedAt: row.decided_at?.toISOString() ?? null,
    actions: actionsOfRow(row, at),
    booking: {
      id: row.booking_id,
      number: row.number,
      service: row.service,
      ownerName: row.owner_name,
      sitterName: row.sitter_name,
      startOn: row.start_on,
      endOn: row.end_on,
    },
  }
}
