import type { SettingField } from '#contract/staff/settings.ts'
import { acceptedNot } from '#server/kernel/mistake.ts'

export type SettingValue = SettingField['value']

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
const isValue = (value: unknown): value is SettingValue =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

/** Returns the value at the path of a document; undefined if there is none. */
export function valueAt(document: unknown, path: string): SettingValue | undefined {
  let value: unknown = document
  for (const step of path.split('.')) value = isRecord(value) ? value[step] : undefined
  return isValue(value) ? value : undefined
}

/** What is wrong with the value at a path: `message` says what is accepted there. */
export type SettingMistake = { path: string; message: string }

/** Adds to each mistake in a document what was found there; a value is wrong once, even if several rules refuse it. */
export const mistakesIn = (document: unknown, mistakes: readonly SettingMistake[]): SettingMistake[] =>
  [...Map.groupBy(mistakes, ({ path }) => path)].map(([path, [first]]) => ({
    path,
    message: acceptedNot(first!.message, valueAt(document, path)),
  }))

/** The mistakes that a schema found in a document. */
export const schemaMistakesIn = (
  document: unknown,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): SettingMistake[] =>
  mistakesIn(
    document,
    issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
