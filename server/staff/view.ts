import type { StaffAct } from '#contract/staff/acts.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import type { ActRow } from '#server/staff/store.ts'

/** `summaries` are those of the endpoints by method and path. */
export const viewAct = (row: ActRow, summaries: ReadonlyMap<string, string>): StaffAct => ({
  id: row.id,
  at: row.at.toISOString(),
  by: { accountId: row.account_id, name: row.name },
  act: row.act,
  summary: (summaries.get(row.act) ?? '').replace(/ \((staff|operators)\)$/, ''),
  permission: row.permission,
  concerns: row.concerns,
  reason: row.reason,
  request: row.request,
  ip: row.ip,
})

const header = [
  'At',
  'By',
  'Account',
  'What',
  'Endpoint',
  'Permission',
  'Concerns',
  'Reason',
  'Sent',
  'IP address',
]

export const writeActs = (acts: readonly StaffAct[]): string =>
  writeCsv([
    header,
    ...acts.map((one) => [
      one.at,
      one.by.name,
      one.by.accountId,
      one.summary,
      one.act,
      one.permission,
      one.concerns.join(' '),
      one.reason,
      one.request,
      one.ip,
    ]),
  ])
