import { type RawBuilder, sql } from 'kysely'
import type { UserRow } from '#server/identity/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'

/** A token bucket that refills evenly. With a negative `floor` it can be overdrawn down to that value. */
export type Bucket = { key: string; points: number; seconds: number; floor?: number }

/** Takes one token. Returns a row, or none if the bucket was empty. */
function takeTokenSql({ key, points, seconds, floor = 0 }: Bucket, at: Date, condition: RawBuilder<unknown>) {
  const refilled = sql`least(${points}::float8, b.tokens + greatest(0, extract(epoch from ${at}::timestamptz - b.updated_at)) * ${points / seconds}::float8)`
  return sql`
    insert into identity.rate_buckets as b (key, tokens, updated_at)
    select ${key}, ${points - 1}::float8, ${at}::timestamptz where ${condition}
    on conflict (key) do update set tokens = ${refilled} - 1, updated_at = greatest(b.updated_at, ${at}::timestamptz)
    where ${refilled} - 1 >= ${floor}::float8
    returning tokens`
}

/** Builds the CTEs that take from one bucket after the other, and the tokens left in each. */
function takeTokensSql(buckets: readonly Bucket[], at: Date) {
  const name = (index: number) => sql.ref(`taken_${index}`)
  const steps = buckets.map((bucket, index) => {
    const condition = index === 0 ? sql`true` : sql`exists (select from ${name(index - 1)})`
    return sql`${name(index)} as (${takeTokenSql(bucket, at, condition)})`
  })
  const left = buckets.map((_, index) => sql`(select tokens from ${name(index)})`)
  return { steps: sql.join(steps), left: sql`array[${sql.join(left)}]` }
}

/**
 * Takes one token from each bucket in turn, up to the first that is empty. Returns the tokens left in each, null from
 * there on. Each step waits for the one before, so that concurrent callers cannot deadlock.
 */
export async function takeTokens(db: Db, buckets: readonly Bucket[], at: Date): Promise<(number | null)[]> {
  const { steps, left } = takeTokensSql(buckets, at)
  const { rows } = await sql<{ left: (number | null)[] }>`${frequent}
    with ${steps} select ${left} as left`.execute(db)
  return rows[0]!.left
}

/** Like `takeTokens`, and reads the user with this address in the same statement. */
export async function takeTokensAndFindUser(
  db: Db,
  buckets: readonly Bucket[],
  at: Date,
  emailCanonical: string,
): Promise<{ left: (number | null)[]; user: UserRow | undefined }> {
  const { steps, left } = takeTokensSql(buckets, at)
  const { rows } = await sql<{ left: (number | null)[] } & (UserRow | { id: null })>`${frequent}
    with ${steps}
    select person.*, ${left} as left from (select) asked
    left join identity.users person on person.email_canonical = ${emailCanonical}`.execute(db)
  const { left: tokens, ...person } = rows[0]!
  return { left: tokens, user: person.id === null ? undefined : person }
}

/**
 * Builds the CTEs that return one token to each bucket, locked in the order in which they are taken. If a condition
 * is given, they do so only if it holds.
 */
export function returnTokensSql(buckets: readonly Bucket[], condition: RawBuilder<unknown> = sql`true`) {
  const keys = buckets.map(({ key }) => key)
  const points = buckets.map((bucket) => bucket.points)
  return sql`
    held as (
      select b.key, given.points
      from identity.rate_buckets b
      join unnest(${keys}::text[], ${points}::float8[]) with ordinality as given (key, points, place) on given.key = b.key
      where ${condition} order by given.place for update of b
    ),
    returned as (
      update identity.rate_buckets b set tokens = least(held.points, b.tokens + 1) from held where b.key = held.key
    )`
}

export async function returnTokens(db: Db, buckets: readonly Bucket[]): Promise<void> {
  await sql`with ${returnTokensSql(buckets)} select`.execute(db)
}
