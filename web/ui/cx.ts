/** Joins class names and leaves out what is not set. */
export function cx(...names: (string | number | bigint | false | null | undefined)[]) {
  return names.filter(Boolean).join(' ')
}
