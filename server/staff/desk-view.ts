import type { Desk, DeskWeek } from '#contract/staff/desk.ts'
import type { Measurement } from '#server/kernel/metrics/measurements.ts'
import type { CityRow, WaitingRow, WeekRow } from '#server/staff/desk-store.ts'

export const viewWaiting = ({ kind, count, since, due_at: dueAt }: WaitingRow): Desk['waiting'] =>
  since ? [{ kind, count, since: since.toISOString(), dueAt: dueAt?.toISOString() ?? null }] : []

export const viewWeek = (row: WeekRow, showsMoney: boolean): DeskWeek => ({
  from: row.from,
  requested: row.requested,
  confirmed: row.confirmed,
  newPeople: row.new_people,
  newSitters: row.new_sitters,
  noShows: row.no_shows,
  answerMinutes: row.answer_minutes,
  money: showsMoney ? { turnover: row.turnover, refunded: row.refunded, take: row.take } : null,
})

export const viewCity = ({
  place_id: placeId,
  without_result: searchesWithoutResult,
  ...city
}: CityRow): Desk['cities'][number] => ({ placeId, searchesWithoutResult, ...city })

/** When a backup was last made, or noted on the command line, or verified; when the log was last archived. */
export const viewSuccess = (
  measured: readonly Measurement[],
  kind: 'backup' | 'backup_verified' | 'wal_archived',
): string | null => measured.find(({ name }) => name === kind)?.at.toISOString() ?? null

/** When the latest attempt failed, and why unless a key asks; null once one has succeeded. */
export function viewFailure(
  measured: readonly Measurement[],
  kind: 'backup_failure' | 'backup_verify_failure' | 'uploads_failure' | 'wal_failure',
  showsCause: boolean,
): Desk['health']['backupFailure'] {
  const failure = measured.find(({ name }) => name === kind)
  if (!failure) return null
  return { at: failure.at.toISOString(), cause: showsCause ? (failure.labels['cause'] ?? '') : null }
}

/** The result of the last full check of the invariants; null before the first one. */
export function viewInvariants(measured: readonly Measurement[]): Desk['health']['invariants'] {
  const checks = measured.filter(({ name, labels }) => name === 'invariant' && labels['scope'] === 'all')
  const [first] = checks
  if (!first) return null
  return {
    checkedAt: first.at.toISOString(),
    violated: checks.filter(({ value }) => value > 0).length,
  }
}
