/** How far the log of a database had come, in bytes from its beginning (PostgreSQL's `pg_lsn`). */
export type Position = bigint

/** How far the database that is written to had come at `at`, in milliseconds of the stopwatch, and since when it runs. */
export type Mark = { at: number; position: Position; startedAt: string }

/** What a read must not miss. */
export type Needs = {
  /** Everything up to here. */
  position?: Position | undefined
  /** Everything that was committed before this moment of the stopwatch. */
  committedBefore?: number | undefined
}

const pageBytes = 8_192n
const pageHeadBytes = 24n
const segmentHeadBytes = 40n

export const readPosition = (lsn: string): Position => {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Where the last record ended when the next one would begin at `next`: a page of the log has a head in between, which a
 * replica that has everything has not reached.
 */
export function endBefore(next: Position, segmentBytes: Position): Position {
  if (next % segmentBytes === segmentHeadBytes) return next - segmentHeadBytes
  return next % pageBytes === pageHeadBytes ? next - pageHeadBytes : next
}

/** The newest of these moments whose every commit a replica has that has come to `replayed`. */
export const caughtUpAt = (marks: readonly Mark[], replayed: Position): number | undefined =>
  marks.findLast(({ position }) => position <= replayed)?.at

type Replica = { replayed: Position; caughtUpAt: number | undefined }

/** Milliseconds of which it is not known whether the replica has what was committed in them. */
export const lagOf = ({ caughtUpAt: at }: Pick<Replica, 'caughtUpAt'>, now: number): number =>
  at === undefined ? Infinity : now - at

export const isFreshEnough = (replica: Replica, needs: Needs, mostLagMs: number, now: number): boolean =>
  lagOf(replica, now) <= mostLagMs &&
  (needs.position === undefined || replica.replayed >= needs.position) &&
  (needs.committedBefore === undefined || replica.caughtUpAt! >= needs.committedBefore)
