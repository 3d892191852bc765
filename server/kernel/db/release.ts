const partsOf = (version: string): number[] => version.split(/[.+-]/, 2).map(Number)

/**
 * Returns true if one release must not follow the other. Releases that differ only in the last number are
 * interchangeable, unless migrations say otherwise.
 */
export function isOlderRelease(one: string, other: string): boolean {
  const [major = 0, minor = 0] = partsOf(one)
  const [otherMajor = 0, otherMinor = 0] = partsOf(other)
  return major === otherMajor ? minor < otherMinor : major < otherMajor
}

/** Returns the newest release; of those that differ only in the last number the one that was given first. */
export const newestRelease = (versions: readonly string[]): string | undefined =>
  versions.reduce<string | undefined>(
    (newest, one) => (newest === undefined || isOlderRelease(newest, one) ? one : newest),
    undefined,
  )
