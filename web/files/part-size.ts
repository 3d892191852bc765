import { fileBytes } from '#contract/files/codes.ts'

/** The first part: small enough for a slow line to finish it in time. */
export const firstPartBytes = 2 ** 18
const [quickMs, slowMs] = [2_000, 6_000] as const

/** A part that went quickly is followed by one twice its size, a slow or lost one by a smaller one. */
export function nextPartBytes(bytes: number, tookMs: number | 'lost'): number {
  if (tookMs === 'lost') return Math.max(fileBytes.leastOfPart, bytes / 4)
  if (tookMs < quickMs) return Math.min(fileBytes.mostOfPart, bytes * 2)
  return tookMs > slowMs ? Math.max(fileBytes.leastOfPart, bytes / 2) : bytes
}
