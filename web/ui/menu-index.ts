/** Returns the index to move to for a key of the ARIA menu pattern, among `count` entries; null for any other key. */
export function menuIndex(key: string, from: number, count: number) {
  const to: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: count - 1 }
  const target = to[key]
  return target === undefined ? null : (target + count) % count
}
