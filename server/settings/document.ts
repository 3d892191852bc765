/**
 * Returns the paths of a document that its parsed form lacks: misspelt keys, which would otherwise be dropped silently.
 */
export function unknownPaths(given: unknown, parsed: unknown, path: readonly string[] = []): string[] {
  if (!isRecord(given) || !isRecord(parsed)) return []
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key)
      ? unknownPaths(value, parsed[key], [...path, key])
      : [[...path, key].join('.')],
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
