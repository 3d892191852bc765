import type { DeskMail } from '#contract/mails/mails.ts'
import type { MailSuppression } from '#contract/mails/suppressions.ts'
import type { DeskMailRow } from '#server/mails/store.ts'
import type { DeskSuppressionRow } from '#server/mails/suppression-store.ts'

const instantOf = (at: Date | null) => at?.toISOString() ?? null

export const viewMail = (row: DeskMailRow): DeskMail => ({
  id: row.id,
  state: row.state,
  to: row.recipient,
  subject: row.subject,
  kind: row.kind,
  createdAt: row.created_at.toISOString(),
  sentAt: instantOf(row.sent_at),
  attempts: row.attempts,
  triedAt: instantOf(row.tried_at),
  answer: row.answer,
  resentAt: instantOf(row.resent_at),
  person: row.account_id === null ? null : { accountId: row.account_id, name: row.name ?? '' },
})

export const viewSuppression = (row: DeskSuppressionRow): MailSuppression => ({
  id: row.id,
  address: row.address,
  cause: row.cause,
  detail: row.detail,
  at: row.at.toISOString(),
  person: row.account_id === null ? null : { accountId: row.account_id, name: row.name ?? '' },
})
