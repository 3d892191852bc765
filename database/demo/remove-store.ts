import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/db/db.ts'
import { demoPromoCode } from './cast.ts'

type Edge = { child: string; parent: string; columns: string[]; keys: string[] }

/** References to a demo person in other people's rows: the reference is cleared and the row stays. */
const mentions = new Set([
  'account.invited_by',
  'lost_pet.sitter_account_id',
  'payment_dispute.decided_by',
  'promo_code.earned_by',
  'report.decided_by',
])

/** Relations that have no foreign key. */
const implicitEdges: Edge[] = [
  { child: 'sitter_search', parent: 'sitter', columns: ['sitter_id'], keys: ['id'] },
  { child: 'identity.users', parent: 'account', columns: ['id'], keys: ['external_id'] },
  { child: 'identity.audit_events', parent: 'identity.users', columns: ['user_id'], keys: ['id'] },
  { child: 'recent_write', parent: 'identity.users', columns: ['uid'], keys: ['id'] },
  { child: 'idempotency', parent: 'identity.users', columns: ['principal'], keys: ['id'] },
  { child: 'mail', parent: 'account', columns: ['recipient'], keys: ['email'] },
]

/**
 * Rows deleted as a whole: a transfer without an entry would not balance, and an invoice without a line would have
 * another total.
 */
const atomicEdges: Edge[] = [
  { child: 'ledger_transfer', parent: 'ledger_entry', columns: ['id'], keys: ['transfer_id'] },
  { child: 'fee_invoice', parent: 'fee_invoice_line', columns: ['id'], keys: ['invoice_id'] },
]

const table = (name: string) => sql.table(name)
const equal = ({ columns, keys }: Edge): RawBuilder<unknown> =>
  sql.join(
    columns.map((column, index) => sql`c.${sql.id(column)} = p.${sql.id(keys[index]!)}`),
    sql` and `,
  )

/** Reads all foreign keys of the database. */
async function readEdges(tx: Tx): Promise<Edge[]> {
  const { rows } = await sql<Edge>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      array(select attname::text from unnest(k.conkey) with ordinality n(num, at)
        join pg_attribute on attrelid = k.conrelid and attnum = num order by at) as columns,
      array(select attname::text from unnest(k.confkey) with ordinality n(num, at)
        join pg_attribute on attrelid = k.confrelid and attnum = num order by at) as keys
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and n.nspname in ('public', 'identity')`.execute(tx)
  return rows
}

/** Marks the people of the demo town and, iteratively, all their data. */
export async function markDemo(tx: Tx): Promise<Edge[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  const edges = await readEdges(tx)
  const isMention = ({ child, columns }: Edge) => mentions.has(`${child}.${columns.join()}`)
  for (const edge of edges.filter(isMention)) {
    const column = sql.id(edge.columns[0]!)
    await sql`update ${table(edge.child)} set ${column} = null where ${column} in (select account_id from demo_person)`.execute(
      tx,
    )
  }
  await sql`create temp table doomed (of text, at tid, primary key (of, at)) on commit drop`.execute(tx)
  await sql`insert into doomed select 'account', a.ctid from account a join demo_person on account_id = a.id`.execute(
    tx,
  )
  // The code was created for the demo, and on a public site it would give away the operator's money.
  await sql`
    insert into doomed select 'promo_code', ctid from promo_code
    where code = ${demoPromoCode} and exists (select from demo_part where part = 'desk')`.execute(tx)
  const owning = edges.filter((edge) => !isMention(edge))
  let isGrowing = true
  while (isGrowing) {
    isGrowing = false
    for (const edge of [...owning, ...implicitEdges, ...atomicEdges]) {
      const { numAffectedRows } = await sql`
        insert into doomed
        select ${edge.child}, c.ctid from ${table(edge.child)} c
        where exists (select from ${table(edge.parent)} p join doomed d on d.of = ${edge.parent} and d.at = p.ctid where ${equal(edge)})
        on conflict do nothing`.execute(tx)
      if (numAffectedRows) isGrowing = true
    }
  }
  return owning
}

/** Counts the marked rows of each table. */
export async function countMarked(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ of: string; rows: number }>`
    select of, count(*)::integer as rows from doomed group by of`.execute(tx)
  return new Map(rows.map((row) => [row.of, row.rows]))
}

/** Lists real people who lose a booking because its other side is a demo person. */
export async function othersWithBookings(
  tx: Tx,
): Promise<{ name: string; email: string; bookings: number }[]> {
  const { rows } = await sql<{ name: string; email: string; bookings: number }>`
    select a.name, a.email, count(*)::integer as bookings
    from booking b join doomed d on d.of = 'booking' and d.at = b.ctid
    join sitter s on s.id = b.sitter_id join account a on a.id in (b.owner_id, s.account_id)
    where a.id not in (select account_id from demo_person) group by a.id order by a.email`.execute(tx)
  return rows
}

/** Deletes jobs about marked rows, because they would only fail. */
async function deleteJobs(tx: Tx): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('job.job') is not null as there`.execute(
    tx,
  )
  if (!rows[0]!.there) return
  const ids = ['account', 'booking', 'sitter', 'pet', 'conversation', 'identity.users'].map(
    (name) => sql`select t.id::text from ${table(name)} t join doomed d on d.of = ${name} and d.at = t.ctid`,
  )
  await sql`
    delete from job.job where id in (
      select j.id from job.job j, regexp_matches(j.data::text, '"([\\w-]{20,40})"', 'g') word
      where word[1] in (${sql.join(ids, sql` union all `)}))`.execute(tx)
}

/**
 * Deletes the marked rows, children first, with triggers disabled, because append-only rules need not protect demo
 * data.
 */
export async function deleteMarked(tx: Tx, edges: Edge[]): Promise<void> {
  await deleteJobs(tx)
  const left = new Set((await countMarked(tx)).keys())
  const { rows: guarded } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal`.execute(tx)
  for (const { name } of guarded) await sql`alter table ${table(name)} disable trigger user`.execute(tx)
  while (left.size > 0) {
    const next = [...left].find(
      (name) => !edges.some(({ child, parent }) => parent === name && child !== name && left.has(child)),
    )
    if (next === undefined) throw new Error(`These tables refer to each other: ${[...left].join(', ')}`)
    await sql`delete from ${table(next)} t using doomed d where d.of = ${next} and d.at = t.ctid`.execute(tx)
    left.delete(next)
  }
  for (const { name } of guarded) await sql`alter table ${table(name)} enable trigger user`.execute(tx)
  await sql`delete from demo_part`.execute(tx)
}

export type DemoPerson = { uid: string; email: string; name: string }

/** Lists the people of the demo town who can still sign in. */
export async function listDemoPeople(tx: Tx): Promise<DemoPerson[]> {
  const { rows } = await sql<DemoPerson>`
    select u.id as uid, a.email, a.name from demo_person d join account a on a.id = d.account_id
    join identity.users u on u.id = a.external_id order by a.email for update of u`.execute(tx)
  return rows
}

/**
 * Ends what anybody who knew the public password may have left to keep reading: keys, webhooks, devices for pushes and
 * the secret addresses of calendars.
 */
export async function endOtherAccess(tx: Tx, at: Date): Promise<void> {
  const people = sql`(select account_id from demo_person where kept_at is null)`
  await sql`delete from api_key where account_id in ${people} or created_by in ${people}`.execute(tx)
  await sql`delete from webhook where account_id in ${people}`.execute(tx)
  await sql`delete from push_device where account_id in ${people}`.execute(tx)
  await sql`
    update calendar_address set revoked_at = ${at} where account_id in ${people} and revoked_at is null`.execute(
    tx,
  )
}

export const markKept = (tx: Tx, at: Date) =>
  sql`update demo_person set kept_at = ${at} where kept_at is null`.execute(tx)
