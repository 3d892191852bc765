/** Joins class names and skips falsy ones. */
export function cx(...names: (string | number | bigint | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
