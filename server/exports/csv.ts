/** Programs for tables run what begins like a formula; a quote in front keeps it text. */
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

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One line of a CSV file (RFC 4180); what is no plain value is JSON. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values.map((value) => quoted(textOf(value))).join(',')}\r\n`

/** Without it, programs for tables take the letters for those of another alphabet. */
export const csvMark = '\uFEFF'

/** `door_code` as the API calls it: `doorCode`. */
export const apiName = (column: string): string =>
  column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
