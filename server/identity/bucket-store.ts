import { type RawBuilder, sql } from 'kysely'
import type { UserRow } from '#server/identity/store.ts'
import { compileOnce, type ValueOf } from '#server/kernel/db/compile-once.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'

/** A token bucket that refills evenly. With a negative `floor` it can be overdrawn down to that value. */
export type Bucket = { key: string; points: number; seconds: number; floor?: number }

/** Takes one token. Returns a row, or none if the bucket was empty. */
function takeTokenSql(value: ValueOf<Bucket>, at: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  const points = sql`${value((bucket) => bucket.points)}::float8`
  const refilled = sql`least(${points}, b.tokens + greatest(0, extract(epoch from ${at} - b.updated_at)) * ${points} / ${value((bucket) => bucket.seconds)}::float8)`
  return sql`
    insert into identity.rate_buckets as b (key, tokens, updated_at)
    select ${value((bucket) => bucket.key)}, ${points} - 1, ${at} where ${condition}
    on conflict (key) do update set tokens = ${refilled} - 1, updated_at = greatest(b.updated_at, ${at})
    where ${refilled} - 1 >= ${value(({ floor = 0 }) => floor)}::float8
    returning tokens`
}

type Taking = { buckets: readonly Bucket[]; at: Date }

/** Builds the CTEs that take from one bucket after the other, and the tokens left in each. */
function takeTokensSql(value: ValueOf<Taking>, count: number) {
  const at = sql`${value((taking) => taking.at)}::timestamptz`
  const name = (index: number) => sql.ref(`taken_${index}`)
  const indexes = Array.from({ length: count }, (_, index) => index)
  const steps = indexes.map((index) => {
    const condition = index === 0 ? sql`true` : sql`exists (select from ${name(index - 1)})`
    const ofBucket: ValueOf<Bucket> = (read) => value(({ buckets }) => read(buckets[index]!))
    return sql`${name(index)} as (${takeTokenSql(ofBucket, at, condition)})`
  })
  const left = indexes.map((index) => sql`(select tokens from ${name(index)})`)
  return { steps: sql.join(steps), left: sql`array[${sql.join(left)}]` }
}

const takeOne = compileOnce<Taking, { left: (number | null)[] }>((value) => {
  const { steps, left } = takeTokensSql(value, 1)
  return sql`${frequent} with ${steps} select ${left} as left`
})

/** Takes one token. Returns the tokens left; null if the bucket was empty. */
export async function takeToken(db: Db, bucket: Bucket, at: Date): Promise<number | null> {
  const [row] = await takeOne(db, { buckets: [bucket], at })
  return row!.left[0]!
}

/** What the check of a password needs to know about a user. */
export type UserToCheck = Pick<UserRow, 'id' | 'password_hash' | 'valid_since'>
type Attempt = Taking & { buckets: readonly [Bucket, Bucket, Bucket]; emailCanonical: string }

const takeThreeAndFindUser = compileOnce<Attempt, { left: (number | null)[] } & (UserToCheck | { id: null })>(
  (value) => {
    const { steps, left } = takeTokensSql(value, 3)
    return sql`${frequent}
      with ${steps}
      select person.id, person.password_hash, person.valid_since, ${left} as left from (select) asked
      left join identity.users person on person.email_canonical = ${value((attempt) => attempt.emailCanonical)}`
  },
)

/**
 * Takes one token from each bucket in turn, up to the first that is empty, and reads the user with this address. Returns
 * the tokens left in each, null from there on. Each step waits for the one before, so that concurrent callers cannot
 * deadlock.
 */
export async function takeTokensAndFindUser(
  db: Db,
  attempt: Attempt,
): Promise<{ left: (number | null)[]; user: UserToCheck | undefined }> {
  const [row] = await takeThreeAndFindUser(db, attempt)
  const { left, ...user } = row!
  return { left, user: user.id === null ? undefined : user }
}

/**
 * Builds the CTEs that return one token to each bucket, locked in the order in which they are taken. If a condition
 * is given, they do so only if it holds.
 */
export function returnTokensSql(
  value: ValueOf<readonly Bucket[]>,
  condition: RawBuilder<unknown> = sql`true`,
) {
  const keys = value((buckets) => buckets.map(({ key }) => key))
  const points = value((buckets) => buckets.map((bucket) => bucket.points))
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

export const returnTokens: (db: Db, buckets: readonly Bucket[]) => Promise<unknown> = compileOnce(
  (value) => sql`with ${returnTokensSql(value)} select`,
)
