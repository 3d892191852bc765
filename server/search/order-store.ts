import { sql } from 'kysely'
import { keyOf, tryLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

/** Takes an advisory lock until the transaction ends; returns false if another process holds it. */
export const tryOrdering = (tx: Tx): Promise<boolean> => tryLock(tx, keyOf('searchOrder'))

/**
 * Lifts the statement and idle timeouts for copying. Waiting for a lock stays limited, because other sessions queue
 * behind a waiting lock.
 */
export async function disableTimeouts(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Returns the share of rows that physically follow a row of a later cell. */
export async function findDisorder(tx: Tx): Promise<number> {
  const { rows } = await sql<{ disorder: number }>`
    select coalesce(avg((before is not null and before > place)::int), 0)::float8 as disorder
    from (
      select place, lag(place) over (order by at) as before
      from (select ctid as at, row(service, h6) as place from sitter_search) lying
    ) one`.execute(tx)
  return rows[0]!.disorder
}

/** Creates the copy's table and a trigger that records every changed row from now on. */
export async function beginCopy(tx: Tx): Promise<void> {
  await dropCopy(tx)
  await sql`create table sitter_search_next (like sitter_search including all) with (fillfactor = 80)`.execute(
    tx,
  )
  await sql`create table sitter_search_changed (sitter_id uuid primary key)`.execute(tx)
  await sql`
    create function note_search_change() returns trigger language plpgsql as $$
    begin
      insert into sitter_search_changed (sitter_id) values (coalesce(new.sitter_id, old.sitter_id))
      on conflict do nothing;
      return null;
    end $$`.execute(tx)
  await sql`
    create trigger note_search_change after insert or update or delete on sitter_search
    for each row execute function note_search_change()`.execute(tx)
}

/** Drops the copy and its trigger, including those of an interrupted run. */
export async function dropCopy(tx: Tx): Promise<void> {
  await sql`drop trigger if exists note_search_change on sitter_search`.execute(tx)
  await sql`drop function if exists note_search_change()`.execute(tx)
  await sql`drop table if exists sitter_search_next, sitter_search_changed`.execute(tx)
}

/** Copies all rows in index order; searches and changes continue meanwhile. */
export async function fillCopy(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'sitter_search_next'::regclass and not indisprimary`.execute(tx)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
  await sql`
    insert into sitter_search_next select * from sitter_search order by service, h6, rank desc, sitter_id`.execute(
    tx,
  )
  for (const { definition } of rows) await sql.raw(definition).execute(tx)
}

/** Applies the recorded changes to the copy and swaps it in for the table. Searches wait for these milliseconds. */
export async function swapCopy(tx: Tx): Promise<void> {
  await sql`lock table sitter_search in access exclusive mode`.execute(tx)
  await sql`
    delete from sitter_search_next one using sitter_search_changed changed
    where one.sitter_id = changed.sitter_id`.execute(tx)
  await sql`
    insert into sitter_search_next
    select one.* from sitter_search one join sitter_search_changed changed on changed.sitter_id = one.sitter_id`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string; next: string }>`
    select old.relname as name, new.relname as next
    from pg_index o join pg_class old on old.oid = o.indexrelid, pg_index n join pg_class new on new.oid = n.indexrelid
    where o.indrelid = 'sitter_search'::regclass and n.indrelid = 'sitter_search_next'::regclass
      and split_part(pg_get_indexdef(o.indexrelid), ' USING ', 2) = split_part(pg_get_indexdef(n.indexrelid), ' USING ', 2)`.execute(
    tx,
  )
  await sql`drop table sitter_search`.execute(tx)
  await sql`alter table sitter_search_next rename to sitter_search`.execute(tx)
  for (const { name, next } of rows)
    await sql`alter index ${sql.ref(next)} rename to ${sql.ref(name)}`.execute(tx)
  await dropCopy(tx)
}

export const analyse = (db: Db) => sql`analyze sitter_search`.execute(db)

/** Returns the format version in which the rows were written. */
export async function findEdition(db: Db): Promise<number> {
  const { edition } = await db.selectFrom('search_upkeep').select('edition').executeTakeFirstOrThrow()
  return edition
}

export const saveEdition = (db: Db, edition: number) =>
  db.updateTable('search_upkeep').set({ edition }).execute()
