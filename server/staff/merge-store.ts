import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { type MergeRule, mergeRules } from '#server/staff/merge-column.ts'

/** The account that goes, and the one that stays. */
export type Merge = { from: string; into: string }

const placeOf = (name: string) => {
  const [column = '', ...table] = name.split('.').toReversed()
  return { table: sql.table(table.toReversed().join('.')), column: sql.ref(column) }
}

/** Locks both accounts, always in the same order. */
export const lockAccounts = (tx: Tx, { from, into }: Merge) =>
  sql`select id from account where id in (${from}, ${into}) order by id for update`.execute(tx)

export type MergeFacts = {
  is_sitter: boolean
  both_sitters: boolean
  has_booked: boolean
  has_written: boolean
  has_balance: boolean
  has_open_card: boolean
}

/** Finds what may prevent the merge. */
export async function findFacts(db: Db, { from, into }: Merge): Promise<MergeFacts> {
  const { rows } = await sql<MergeFacts>`
    with both_sides as (
      select booking.owner_id, sitter.account_id, true as is_booking from booking
        join sitter on sitter.id = booking.sitter_id
      union all
      select conversation.owner_id, sitter.account_id, false from conversation
        join sitter on sitter.id = conversation.sitter_id
    ), between_them as (
      select is_booking from both_sides
      where owner_id = ${from} and account_id = ${into} or owner_id = ${into} and account_id = ${from}
    )
    select
      exists (select from sitter where account_id = ${from}) as is_sitter,
      (select count(*) = 2 from sitter where account_id in (${from}, ${into})) as both_sitters,
      exists (select from between_them where is_booking) as has_booked,
      exists (select from between_them) as has_written,
      exists (select from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
        where entry.account_id = ${from} group by entry.account, transfer.currency having sum(entry.amount) <> 0
      ) as has_balance,
      exists (select from booking where owner_id = ${from} and payment_mode = 'stripe'
        and status in ('awaiting_card', 'requested', 'offered', 'awaiting_payment', 'confirmed', 'in_progress')
      ) as has_open_card`.execute(db)
  return rows[0]!
}

/** Counts what the account that goes has in each place of the rules. */
export async function countRows(db: Db, accountId: string): Promise<Map<string, number>> {
  const counts = Object.keys(mergeRules).map((name) => {
    const { table, column } = placeOf(name)
    return sql`select ${name}::text as name, count(*)::int as count from ${table} where ${column} = ${accountId}`
  })
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

type Statement = Extract<MergeRule, { how: 'by' }>['statement']

async function mergeFavourites(tx: Tx, { from, into }: Merge): Promise<void> {
  const listed = await tx
    .deleteFrom('favourite_list_sitter')
    .where('account_id', '=', from)
    .returning(['list_id', 'sitter_id'])
    .execute()
  await sql`
    insert into favourite (account_id, sitter_id, name, note, added_at)
    select ${into}, sitter_id, name, note, added_at from favourite where account_id = ${from}
    on conflict (account_id, sitter_id) do nothing`.execute(tx)
  await tx.deleteFrom('favourite').where('account_id', '=', from).execute()
  await sql`
    update favourite_list gone set account_id = ${into}, name = gone.name || coalesce((
      select ' (' || count(*) + 1 || ')' from favourite_list kept
      where kept.account_id = ${into}
        and (lower(kept.name) = lower(gone.name) or starts_with(lower(kept.name), lower(gone.name) || ' ('))
      having bool_or(lower(kept.name) = lower(gone.name))), '')
    where gone.account_id = ${from}`.execute(tx)
  if (listed.length > 0)
    await tx
      .insertInto('favourite_list_sitter')
      .values(listed.map((row) => ({ ...row, account_id: into })))
      .execute()
}

/** Larger than any number of messages of a conversation. */
const outOfTheWay = 1_000_000_000

/** Puts the messages of two conversations with the same sitter into one, in the order in which they were written. */
async function joinConversations(tx: Tx, { gone, kept }: { gone: string; kept: string }): Promise<void> {
  const { rows } = await sql<{ id: string; owner_read: boolean; sitter_read: boolean }>`
    select message.id, message.seq <= one.owner_read_seq as owner_read, message.seq <= one.sitter_read_seq as sitter_read
    from message join conversation one on one.id = message.conversation_id
    where one.id in (${gone}, ${kept}) order by message.created_at, one.id <> ${kept}, message.seq`.execute(
    tx,
  )
  const readBy = (side: 'owner_read' | 'sitter_read') => {
    const unread = rows.findIndex((row) => !row[side])
    return unread < 0 ? rows.length : unread
  }
  await sql`
    update message set seq = seq + ${outOfTheWay} where conversation_id in (${gone}, ${kept})`.execute(tx)
  await sql`
    update message set conversation_id = ${kept}, seq = place
    from unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality as ordered (message_id, place)
    where message.id = message_id`.execute(tx)
  await sql`
    update conversation set last_seq = ${rows.length}, owner_read_seq = ${readBy('owner_read')},
      sitter_read_seq = ${readBy('sitter_read')}, owner_archived_seq = null, sitter_archived_seq = null,
      last_at = greatest(last_at, (select last_at from conversation where id = ${gone}))
    where id = ${kept}`.execute(tx)
  await sql`
    update notice set path = replace(path, ${gone}::text, ${kept}::text)
    where strpos(path, ${gone}::text) > 0 and account_id in (
      select owner_id from conversation where id in (${gone}, ${kept})
      union select sitter.account_id from conversation join sitter on sitter.id = conversation.sitter_id
        where conversation.id = ${kept})`.execute(tx)
  await tx.deleteFrom('conversation').where('id', '=', gone).execute()
}

async function mergeConversations(tx: Tx, { from, into }: Merge): Promise<void> {
  const { rows: pairs } = await sql<{ gone: string; kept: string }>`
    select gone.id as gone, kept.id as kept from conversation gone
      join conversation kept on kept.sitter_id = gone.sitter_id and kept.owner_id = ${into}
    where gone.owner_id = ${from}`.execute(tx)
  for (const pair of pairs) await joinConversations(tx, pair)
  await tx.updateTable('conversation').set({ owner_id: into }).where('owner_id', '=', from).execute()
}

/** Rows that name two people, or that may exist only once for something. Nobody gets one about themselves. */
const pairStatements = ({ from, into }: Merge): RawBuilder<unknown>[] => [
  sql`delete from circle_member where owner_id = ${from} and friend_id = ${into} or owner_id = ${into} and friend_id = ${from}`,
  sql`delete from circle_member gone using circle_member kept
    where gone.ended_at is null and kept.ended_at is null and gone.owner_id = ${from} and kept.owner_id = ${into}
      and kept.friend_id = gone.friend_id`,
  sql`delete from circle_member gone using circle_member kept
    where gone.ended_at is null and kept.ended_at is null and gone.friend_id = ${from} and kept.friend_id = ${into}
      and kept.owner_id = gone.owner_id`,
  sql`update circle_member set owner_id = ${into} where owner_id = ${from}`,
  sql`update circle_member set friend_id = ${into} where friend_id = ${from}`,
  sql`delete from block where blocker_id in (${from}, ${into}) and blocked_id in (${from}, ${into})`,
  sql`insert into block (blocker_id, blocked_id, created_at)
    select case blocker_id when ${from} then ${into}::uuid else blocker_id end,
      case blocked_id when ${from} then ${into}::uuid else blocked_id end, created_at
    from block where ${from} in (blocker_id, blocked_id) on conflict do nothing`,
  sql`delete from block where ${from} in (blocker_id, blocked_id)`,
  sql`update report gone set reporter_id = ${into} where reporter_id = ${from} and about_id <> ${into}
    and not exists (select from report kept where kept.reporter_id = ${into} and kept.status = 'open'
      and gone.status = 'open' and kept.subject_kind = gone.subject_kind and kept.subject_id = gone.subject_id)`,
  sql`update report set about_id = ${into} where about_id = ${from} and reporter_id <> ${into}`,
  sql`update promo_code gone set owner_id = ${into} where owner_id = ${from} and earned_by <> ${into}
    and not exists (select from promo_code kept where kept.owner_id = ${into} and kept.earned_by = gone.earned_by)`,
  sql`update promo_code gone set earned_by = ${into} where earned_by = ${from} and owner_id <> ${into}
    and not exists (select from promo_code kept where kept.earned_by = ${into} and kept.owner_id = gone.owner_id)`,
  sql`update account set invited_by = nullif(${into}::uuid, id) where invited_by = ${from}`,
  sql`delete from notice gone using notice kept where gone.account_id = ${from} and kept.account_id = ${into}
    and (gone.once_key = kept.once_key
      or gone.gather_key = kept.gather_key and gone.read_at is null and kept.read_at is null)`,
  sql`update notice set account_id = ${into} where account_id = ${from}`,
  sql`update suspension set account_id = ${into} where account_id = ${from} and lifted_at is not null`,
]

async function mergePairs(tx: Tx, merge: Merge): Promise<void> {
  for (const statement of pairStatements(merge)) await statement.execute(tx)
}

const statements: Partial<Record<Statement, (tx: Tx, merge: Merge) => Promise<void>>> = {
  favourites: mergeFavourites,
  conversations: mergeConversations,
  pairs: mergePairs,
}

/** Carries out all rules but those of other slices: the codes of homes, and copies of data. */
export async function mergeRows(tx: Tx, merge: Merge): Promise<void> {
  const { from, into } = merge
  const done = new Set<Statement>()
  for (const [name, rule] of Object.entries(mergeRules)) {
    const { table, column } = placeOf(name)
    if (rule.how === 'by' && !done.has(rule.statement)) {
      done.add(rule.statement)
      await statements[rule.statement]?.(tx, merge)
    }
    if (rule.how === 'move' && rule.key) {
      const sameKey = rule.key.map((one) => sql`kept.${sql.ref(one)} = gone.${sql.ref(one)}`)
      await sql`delete from ${table} gone using ${table} kept where gone.${column} = ${from}
        and kept.${column} = ${into} and ${sql.join(sameKey, sql` and `)}`.execute(tx)
    }
    if (rule.how === 'move')
      await sql`update ${table} set ${column} = ${into} where ${column} = ${from}`.execute(tx)
    if (rule.how === 'end') await sql`delete from ${table} where ${column} = ${from}`.execute(tx)
  }
}
