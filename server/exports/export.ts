import { exportDays, maxExportsPerDay } from '#contract/exports/codes.ts'

const dayMs = 86_400_000
/** Seconds; enough for a browser to start the download, which may then take longer. */
export const addressSeconds = 60
/** Seconds without progress after which another worker takes over. */
export const claimSeconds = 180
export const mostAttempts = 5
/** Size of a stored part; up to three are in memory at the same time. */
export const partBytes = 4 * 2 ** 20

export const endOf = (finishedAt: Date): Date => new Date(finishedAt.getTime() + exportDays * dayMs)

/** Returns when another copy may be requested; null: now. `askedAt` are the requests of the last 24 hours. */
export function nextRequestAt(requestedAt: readonly Date[], now: Date): Date | null {
  const recent = requestedAt
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime() - dayMs)
    .toSorted((a, b) => b - a)
  const oldest = recent[maxExportsPerDay - 1]
  return oldest === undefined ? null : new Date(oldest + dayMs)
}

/** Returns the progress; 100 only once the copy can be downloaded. */
export const percentOf = ({ state, done, steps }: { state: string; done: number; steps: number }): number =>
  state === 'ready' || state === 'ended'
    ? 100
    : steps === 0
      ? 0
      : Math.min(99, Math.floor((done / steps) * 100))

/**
 * Returns a name like `sitwell-copy-2026-12-01.zip`; only ASCII letters, digits and hyphens, so that every system
 * accepts it.
 */
export function fileNameOf(siteName: string, at: Date): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  return `${plain(siteName) || 'site'}-copy-${at.toISOString().slice(0, 10)}.zip`
}
