/** Spreadsheets execute text that begins like a formula; a leading quote keeps it text. */
const looksLikeFormula = /^[=+\-@\t\r]/

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return looksLikeFormula.test(value) ? `'${value}` : value
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : ''
}

const quoted = (text: string, special: RegExp): string =>
  special.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const lineWith = (separator: string, special: RegExp) => (values: readonly unknown[]) =>
  `${values.map((value) => quoted(textOf(value), special)).join(separator)}\r\n`

/** One line of a CSV file (RFC 4180); objects are written as JSON. */
export const csvLine = lineWith(',', /[",\r\n]/)

/** Byte order mark, without which spreadsheets guess the wrong encoding. */
export const csvMark = '\uFEFF'

/** A whole CSV file; the first line is its header. */
export const writeCsv = (lines: readonly (readonly unknown[])[]): string =>
  csvMark + lines.map(csvLine).join('')
