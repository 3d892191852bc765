/** A position in the write-ahead log, in bytes from its start (PostgreSQL's `pg_lsn`). */
export type Position = bigint

/**
 * The primary's log position at `at`, in milliseconds of the stopwatch, and the time at which the primary was started.
 */
export type Mark = { at: number; position: Position; startedAt: string }

/** The writes that a read must be able to see. */
export type Needs = {
  /** Everything up to this log position. */
  position?: Position | undefined
  /** Everything committed before this time of the stopwatch. */
  committedBefore?: number | undefined
}

const pageBytes = 8_192n
const pageHeadBytes = 24n
const segmentHeadBytes = 40n

export const readPosition = (lsn: string): Position => {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Returns the end of the last record if the next one would start at `next`: a page header may lie between them, which
 * an up-to-date replica has not replayed.
 */
export function endOfPrecedingRecord(next: Position, segmentBytes: Position): Position {
  if (next % segmentBytes === segmentHeadBytes) return next - segmentHeadBytes
  return next % pageBytes === pageHeadBytes ? next - pageHeadBytes : next
}

/**
 * Returns the time of the latest mark whose position the replica has replayed, so that it has every commit before it.
 */
export const caughtUpAt = (marks: readonly Mark[], replayed: Position): number | undefined =>
  marks.findLast(({ position }) => position <= replayed)?.at

type Replica = { replayed: Position; caughtUpAt: number | undefined }

/** Returns the length in milliseconds of the most recent period whose commits the replica may be missing. */
export const lagOf = ({ caughtUpAt: at }: Pick<Replica, 'caughtUpAt'>, now: number): number =>
  at === undefined ? Infinity : now - at

export const isFreshEnough = (replica: Replica, needs: Needs, maxLagMs: number, now: number): boolean =>
  lagOf(replica, now) <= maxLagMs &&
  (needs.position === undefined || replica.replayed >= needs.position) &&
  (needs.committedBefore === undefined || replica.caughtUpAt! >= needs.committedBefore)
