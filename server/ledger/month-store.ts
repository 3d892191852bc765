import { sql } from 'kysely'
import type { LedgerAccount, TransferKind } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { amountOf } from '#server/ledger/amount.ts'

/** Instants at which the month begins and ends. */
export type Period = { from: Date; until: Date }

export type MonthAccountRow = {
  account: LedgerAccount
  currency: string
  opening: number
  debit: number
  credit: number
  closing: number
}

/** Sums the entries of each account before the period and in it. */
export async function sumMonth(db: Db, { from, until }: Period): Promise<MonthAccountRow[]> {
  const { rows } = await sql<
    Pick<MonthAccountRow, 'account' | 'currency'> & Record<'opening' | 'debit' | 'credit' | 'closing', string>
  >`
    select entry.account, transfer.currency,
      coalesce(sum(entry.amount) filter (where transfer.at < ${from}), 0) as opening,
      coalesce(-sum(entry.amount) filter (where transfer.at >= ${from} and entry.amount < 0), 0) as debit,
      coalesce(sum(entry.amount) filter (where transfer.at >= ${from} and entry.amount > 0), 0) as credit,
      sum(entry.amount) as closing
    from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
    where transfer.at < ${until}
    group by transfer.currency, entry.account order by transfer.currency, entry.account`.execute(db)
  return rows.map(({ account, currency, ...sums }) => ({
    account,
    currency,
    opening: amountOf(sums.opening),
    debit: amountOf(sums.debit),
    credit: amountOf(sums.credit),
    closing: amountOf(sums.closing),
  }))
}

export type KindRow = { kind: TransferKind; currency: string; count: number; amount: number }

/** Counts the transfers of the period by kind; their amount is the sum of their credits. */
export async function sumKinds(db: Db, { from, until }: Period): Promise<KindRow[]> {
  const { rows } = await sql<Omit<KindRow, 'amount'> & { amount: string }>`
    select transfer.kind, transfer.currency, count(distinct transfer.id)::int as count, sum(entry.amount) as amount
    from ledger_transfer transfer join ledger_entry entry on entry.transfer_id = transfer.id and entry.amount > 0
    where transfer.at >= ${from} and transfer.at < ${until}
    group by transfer.kind, transfer.currency order by transfer.currency, transfer.kind`.execute(db)
  return rows.map((row) => ({ ...row, amount: amountOf(row.amount) }))
}

/** Finds when the first transfer was posted. */
export async function findFirst(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('ledger_transfer')
    .select('at')
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
