import { isRouteErrorResponse } from 'react-router'

/** Stand for their value instead of an index. */
const undefinedMark = -7
const nullMark = -5

/** A string with one of these is not its own JSON, or could end the script that contains it. */
// oxlint-disable-next-line no-control-regex -- JSON must escape them
const needsEscape = /["\\<\u0000-\u001F\uD800-\uDFFF]/

const textOf = (text: string): string =>
  needsEscape.test(text) ? JSON.stringify(text).replaceAll('<', String.raw`\u003c`) : `"${text}"`

/**
 * Encodes the data of a page as the router's own encoder does, but only JSON values and errors, in a third of its time:
 * a list of values, in which objects and arrays name their parts by index. The result contains no `<`.
 */
export function encodeData(data: object): string {
  const values: string[] = []
  const indexes = new Map<string | number | boolean, number>()

  function indexOf(value: unknown): number {
    if (value === undefined) return undefinedMark
    if (value === null) return nullMark
    if (typeof value === 'object') {
      const index = values.push('') - 1
      values[index] = encodeParts(value)
      return index
    }
    if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value))
      throw new TypeError(`A page cannot send a ${typeof value} to the browser`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- numbers are all that is left
    const simple = value as string | number | boolean
    const known = indexes.get(simple)
    if (known !== undefined) return known
    const index = values.push(typeof simple === 'string' ? textOf(simple) : `${simple}`) - 1
    indexes.set(simple, index)
    return index
  }

  const list = (parts: readonly unknown[]) => parts.map(indexOf).join(',')

  function encodeParts(value: object): string {
    if (Array.isArray(value)) return `[${list(value)}]`
    if (isRouteErrorResponse(value))
      return `["ErrorResponse",${list([value.data, value.status, value.statusText])}]`
    if (value instanceof Error) return `["SanitizedError",${list([value.name, value.message, value.stack])}]`
    if (Object.getPrototypeOf(value) !== Object.prototype)
      throw new TypeError('A page can send only plain objects to the browser')
    return `{${Object.entries(value)
      .map(([key, part]) => `"_${indexOf(key)}":${indexOf(part)}`)
      .join(',')}}`
  }

  indexOf(data)
  return `[${values.join(',')}]\n`
}
