import { createHash } from 'node:crypto'
import { z } from 'zod'
import { keysOf } from '#contract/entries.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import { hoursBefore, retentionHours } from '#server/kernel/cache/retention-hours.ts'
import { keyFor, tryLock } from '#server/kernel/db/advisory-locks.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { Problem, type ProblemExtra } from '#server/kernel/problem.ts'

export type Outcome = { status: number; body: unknown }
type Request = { principal: string; route: string; key: string; body: unknown; at: Date }

const neverStored = new Set([401, 403, 409, 429, 503])

/** Returns true for a key allowed by promises rule 9: one to 255 printable characters. */
export const isIdempotencyKey = (key: string): boolean => /^[\x20-\x7e]{1,255}$/.test(key)

const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex')

/**
 * Runs `work` at most once per key: the answer is stored in the same transaction as its effects and replayed for 24
 * hours. If the key's first request is still running, the answer is 409; if the key was used for another request, 422.
 */
export async function runOnce(
  db: Db,
  request: Request,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome & { replayed: boolean }> {
  const requestHash = hashOf(request.body)
  try {
    return await inTransaction(db, async (tx) => {
      const stored = await lockAndFind(tx, request)
      if (stored) return { ...replay(stored, requestHash), replayed: true }
      const outcome = await work(tx)
      await store(tx, request, requestHash, outcome)
      return { ...outcome, replayed: false }
    })
  } catch (error) {
    // The refusal rolled back its transaction, so it is stored in a separate one.
    if (
      error instanceof Problem &&
      error.status < 500 &&
      !neverStored.has(error.status) &&
      error.code !== 'idempotency-key-reused'
    ) {
      const refusal = error
      await inTransaction(db, async (tx) => {
        if (await lockAndFind(tx, request)) return
        await store(tx, request, requestHash, {
          status: refusal.status,
          body: { problem: refusal.code, extra: refusal.extra },
        })
      })
    }
    throw error
  }
}

type Row = { request_hash: string; status: number; body: string }

async function lockAndFind(tx: Tx, { principal, route, key, at }: Request): Promise<Row | undefined> {
  const name = JSON.stringify([principal, route, key])
  if (!(await tryLock(tx, keyFor('request', name))))
    throw new Problem('request-running', { detail: 'Wait a moment for its answer.' }, 1)
  return tx
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'body'])
    .where('principal', '=', principal)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', hoursBefore(at, retentionHours.answers))
    .executeTakeFirst()
}

const Refusal = z.object({
  problem: z.enum(keysOf(problems)),
  extra: z.looseObject({
    detail: z.string().exactOptional(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).exactOptional(),
  }),
})
// A check and not `Refusal.parse`, which would change the order of the members in the repeated answer.
const isRefusal = (body: unknown): body is { problem: ProblemCode; extra: ProblemExtra } =>
  Refusal.safeParse(body).success

function replay(row: Row, requestHash: string): Outcome {
  if (row.request_hash !== requestHash)
    throw new Problem('idempotency-key-reused', { detail: 'Use a new key for a new request.' })
  const body: unknown = JSON.parse(row.body)
  if (row.status < 400) return { status: row.status, body }
  if (!isRefusal(body)) throw new Error('The stored answer is neither a success nor a refusal.')
  throw new Problem(body.problem, body.extra)
}

const store = (
  tx: Tx,
  { principal, route, key, at }: Request,
  requestHash: string,
  { status, body }: Outcome,
) =>
  tx
    .insertInto('idempotency')
    .values({
      principal,
      route,
      key,
      request_hash: requestHash,
      status,
      body: JSON.stringify(body ?? null),
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['principal', 'route', 'key']).doUpdateSet({
        request_hash: requestHash,
        status,
        body: JSON.stringify(body ?? null),
        created_at: at,
      }),
    )
    .execute()

/** Deletes answers older than 24 hours. */
export const sweepIdempotency = (tx: Tx, at: Date) =>
  tx.deleteFrom('idempotency').where('created_at', '<', hoursBefore(at, retentionHours.answers)).execute()
