/** The paths of a document that its parsed form does not have: misspelt keys, which would otherwise be lost in silence. */
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
