import { useEffect, useState } from 'react'

const valuesOf = (parts: readonly object[]): unknown[] => parts.flatMap((part) => Object.values(part))

/** One `find` always sets the same fields in the same order, so their values are enough. */
function areSame(one: readonly object[], other: readonly object[]): boolean {
  const [values, others] = [valuesOf(one), valuesOf(other)]
  return values.length === others.length && values.every((value, index) => value === others[index])
}

/**
 * Parts of the page that `find` looks for, again after every change of the page. The list stays the same object while
 * it has the same parts. `attributes` are those that `find` reads and React changes.
 */
export function useParts<Part extends object>(
  find: (page: Element) => Part[],
  attributes: readonly string[],
): readonly Part[] {
  const [parts, setParts] = useState<readonly Part[]>([])
  useEffect(() => {
    const update = () => {
      const found = find(document.body)
      setParts((before) => (areSame(before, found) ? before : found))
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: [...attributes],
    })
    return () => observer.disconnect()
  }, [find, attributes])
  return parts
}
