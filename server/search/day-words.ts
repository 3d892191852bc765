import { addDays, dayNumber, daysBetween, daysFrom } from '#server/kernel/day.ts'

/** Six signed 64-bit words, as in PostgreSQL's `bigint`, with one bit per day. */
export type DayWords = [bigint, bigint, bigint, bigint, bigint, bigint]

const bits = 64
const words = 6
/** Every day maps to a fixed bit, shared with the days 384 earlier and later: only a window of 384 days is in use. */
export const windowDays = bits * words

/** Computes the six words, each from its index. */
export const wordsFrom = (wordAt: (index: number) => bigint): DayWords => [
  wordAt(0),
  wordAt(1),
  wordAt(2),
  wordAt(3),
  wordAt(4),
  wordAt(5),
]
export const noDays = (): DayWords => wordsFrom(() => 0n)

const bitIndex = (on: string): number => ((dayNumber(on) % windowDays) + windowDays) % windowDays

/** Returns the index of the word, 0 to 5, that holds the day. */
export const wordOf = (on: string): number => Math.floor(bitIndex(on) / bits)
const bitOf = (on: string): bigint => 1n << BigInt(bitIndex(on) % bits)
const signed = (word: bigint): bigint => BigInt.asIntN(bits, word)

/** False for past days and days too far ahead, which have no bit of their own. */
export function isInWindow(on: string, todayOn: string): boolean {
  const ahead = dayNumber(on) - dayNumber(todayOn)
  return ahead >= 0 && ahead < windowDays
}

/** Returns the bits of these days; days outside today's window are left out. */
export function maskOf(days: readonly string[], todayOn: string): DayWords {
  const mask = noDays()
  for (const on of days)
    if (isInWindow(on, todayOn)) {
      const index = wordOf(on)
      mask[index] = signed(mask[index]! | bitOf(on))
    }
  return mask
}

const combine = (
  from: DayWords,
  mask: DayWords,
  operation: (word: bigint, bit: bigint) => bigint,
): DayWords => wordsFrom((index) => signed(operation(from[index]!, mask[index]!)))

export const setDays = (from: DayWords, mask: DayWords): DayWords =>
  combine(from, mask, (word, bit) => word | bit)
export const clearDays = (from: DayWords, mask: DayWords): DayWords =>
  combine(from, mask, (word, bit) => word & ~bit)
/** True when any day of the mask is set: the SQL is `((w0 & m0) | … | (w5 & m5)) <> 0`. */
export const meetsDays = (from: DayWords, mask: DayWords): boolean =>
  from.some((word, index) => (word & mask[index]!) !== 0n)

/**
 * Returns the days that entered the window since the previous run. Their bits still hold the state of 384 days earlier,
 * so the nightly job recomputes them. There is more than one after a missed night.
 */
export function daysEntered(lastRunOn: string, todayOn: string): string[] {
  const count = Math.min(windowDays, Math.max(0, daysBetween(lastRunOn, todayOn)))
  return daysFrom(addDays(todayOn, windowDays - count), count)
}
