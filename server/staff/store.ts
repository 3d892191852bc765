import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { containing } from '#server/kernel/db/like.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'

export type ActRow = {
  id: string
  at: Date
  account_id: string
  name: string
  act: string
  permission: string
  concerns: string[]
  reason: string | null
  /** JSON as text, so that it reaches the desk as it was written. */
  request: string
  ip: string | null
}
export type ActFilter = {
  q?: string | undefined
  permission?: string | undefined
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

function conditionsOf({ q, permission, by, from, to }: ActFilter) {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (q)
    conditions.push(sql`(act.concerns @> ${[q]}::text[] or act.reason ilike ${containing(q)}
      or account.name ilike ${containing(q)} or act.request::text ilike ${containing(q)})`)
  if (permission) conditions.push(sql`act.permission = ${permission}`)
  if (by) conditions.push(sql`act.account_id = ${by}`)
  if (from) conditions.push(sql`act.at >= ${from}::date::timestamp at time zone 'UTC'`)
  if (to) conditions.push(sql`act.at < (${to}::date + 1)::timestamp at time zone 'UTC'`)
  return sql.join(conditions, sql` and `)
}

export const actOrder = sortedBy<ActRow>(
  {
    at: { column: 'act.at', type: 'timestamptz', of: ({ at }) => at },
    by: { column: 'account.name', type: 'text', of: ({ name }) => name },
    permission: { column: 'act.permission', type: 'text', of: ({ permission }) => permission },
  },
  'act.id',
)

export async function findActs(
  db: Db,
  filter: ActFilter,
  { order, limit }: { order: Order<ActRow>; limit: number },
): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select act.id, act.at, act.account_id, account.name, act.act, act.permission, act.concerns, act.reason,
      act.request::text as request, act.ip
    from staff_act act join account on account.id = act.account_id
    where ${conditionsOf(filter)} and ${order.isBehind}
    order by ${order.orderBy} limit ${limit}`.execute(db)
  return rows
}

/** Takes what was written about the person out of the acts that concern them, and their address out of their own. */
export async function blankActs(tx: Tx, { accountId, ids }: { accountId: string; ids: readonly string[] }) {
  await sql`
    update staff_act set reason = null, request = '{}' where concerns && ${[...ids]}::text[]`.execute(tx)
  await sql`update staff_act set ip = null where account_id = ${accountId} and ip is not null`.execute(tx)
}
