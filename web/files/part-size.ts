import { fileBytes } from '#contract/files/codes.ts'

/** Size of the first part, small enough to finish in time on a slow connection. */
export const firstPartBytes = 2 ** 18
const [quickMs, slowMs] = [2_000, 6_000] as const

/** Doubles the part size after a fast part, and reduces it after a slow or lost one. */
export function nextPartBytes(bytes: number, tookMs: number | 'lost'): number {
  if (tookMs === 'lost') return Math.max(fileBytes.leastOfPart, bytes / 4)
  if (tookMs < quickMs) return Math.min(fileBytes.mostOfPart, bytes * 2)
  return tookMs > slowMs ? Math.max(fileBytes.leastOfPart, bytes / 2) : bytes
}
