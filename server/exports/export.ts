import { exportDays, mostExports } from '#contract/exports/codes.ts'

const dayMs = 86_400_000
/** Enough for a browser to begin; what has begun goes on. */
export const addressSeconds = 60
/** Another worker takes over when nothing is heard for so long. */
export const claimSeconds = 180
export const mostAttempts = 5
/** A part of an archive as it is stored; three of them are in the memory at the same time. */
export const partBytes = 4 * 2 ** 20

export const endOf = (finishedAt: Date): Date => new Date(finishedAt.getTime() + exportDays * dayMs)

/** From when on another copy may be asked for; null: now. `askedAt` are those of the last 24 hours. */
export function nextAskAt(askedAt: readonly Date[], now: Date): Date | null {
  const recent = askedAt
    .map((at) => at.getTime())
    .filter((at) => at > now.getTime() - dayMs)
    .toSorted((a, b) => b - a)
  const oldest = recent[mostExports - 1]
  return oldest === undefined ? null : new Date(oldest + dayMs)
}

/** Nothing is 100 before it can be had. */
export const percentOf = ({ state, done, steps }: { state: string; done: number; steps: number }): number =>
  state === 'ready' || state === 'ended'
    ? 100
    : steps === 0
      ? 0
      : Math.min(99, Math.floor((done / steps) * 100))

/** `sitwell-olga-2026-12-01.zip`: letters and digits alone, so that every system takes it. */
export function fileNameOf(siteName: string, at: Date): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '')
  return `${plain(siteName) || 'site'}-copy-${at.toISOString().slice(0, 10)}.zip`
}
