export type FrontMatter = Record<string, string | string[]>

const row = /^([a-zA-Z][a-zA-Z0-9]*):(?:\s+(.*))?$/

/**
 * Parses the `key: value` lines between two `---` at the top of a text, and returns them with the rest. Values stay
 * strings, so that version 1.0 stays 1.0; `[a, b]` is a list; quotes around a value are removed. A text without front
 * matter is all body.
 */
export function readFrontMatter(source: string): { fields: FrontMatter; body: string } {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  if (lines[0]?.trimEnd() !== '---') return { fields: {}, body: lines.join('\n') }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  if (end === -1) throw new Error('The front matter has no closing ---')
  const fields: FrontMatter = {}
  for (const [index, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, key, value] = row.exec(line.trimEnd()) ?? []
    if (!key) throw new Error(`Line ${index + 2} of the front matter is not "key: value": ${line}`)
    if (Object.hasOwn(fields, key)) throw new Error(`The front matter has "${key}" twice`)
    fields[key] = readValue(value ?? '')
  }
  return { fields, body: lines.slice(end + 1).join('\n') }
}

function readValue(value: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(value.trim())?.[1]
  if (list === undefined) return unquoted(value)
  return list
    .split(',')
    .map(unquoted)
    .filter((entry) => entry !== '')
}

const unquoted = (value: string) => value.trim().replace(/^(["'])(.*)\1$/, '$2')
