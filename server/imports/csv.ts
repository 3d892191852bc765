import { CsvError, parse } from 'csv-parse/sync'
import { importColumns, type ImportKind } from '#contract/staff/codes.ts'

export type Fault = { column: string | null; message: string }
/** A row of a file: its values by column; a column that the file leaves out is empty. */
export type Entry = { line: number; values: Record<string, string>; faults: Fault[] }
/** The rows of a file, or why it cannot be read, as a sentence that says what to do. */
export type CsvFile = { entries: Entry[] } | { refused: string }

export const mostRows = 10_000
const mostCharacters = 5_000

/** Reads a CSV file (RFC 4180) in UTF-8, with or without a mark at its begin, separated by commas or semicolons. */
export function readCsv(kind: ImportKind, bytes: Uint8Array): CsvFile {
  const text = textOf(bytes)
  if (text === null)
    return {
      refused:
        'This file is not in UTF-8; programs for Windows often write Latin-1. Save it as “CSV UTF-8” and choose it again.',
    }
  const rows = rowsOf(text)
  if ('refused' in rows) return rows
  const [head, ...records] = rows.rows
  const columns = head?.record.map((name) => name.trim().toLowerCase()) ?? []
  const wrong = faultOfHead(kind, columns)
  if (wrong) return { refused: wrong }
  if (records.length === 0) return { refused: 'This file has no rows below the names of the columns.' }
  if (records.length > mostRows)
    return { refused: `This file has more than ${mostRows.toLocaleString('en-GB')} rows. Divide it.` }
  return { entries: records.map((row) => entryOf(kind, columns, row)) }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return null
  }
}

type Row = { record: string[]; line: number }

function rowsOf(text: string): { rows: Row[] } | { refused: string } {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const delimiter = firstLine.split(';').length > firstLine.split(',').length ? ';' : ','
  const rows: Row[] = []
  let before = 0
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      to: mostRows + 2,
      on_record(record: string[], { lines }) {
        // `lines` is the line on which the row ends; a row begins after the one before it.
        rows.push({ record, line: before + 1 })
        before = lines
        return null
      },
    })
    return { rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? ` Look at line ${error['lines']}.` : ''
    return { refused: `A quotation mark in this file opens or closes where none may.${line}` }
  }
}

function faultOfHead(kind: ImportKind, columns: readonly string[]): string | null {
  const known: readonly string[] = importColumns[kind]
  const unknown = columns.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return `The first line names columns that do not exist: ${unknown.slice(0, 5).join(', ')}. Use the names of the template.`
  const required =
    kind === 'sitters' ? ['external_id', 'name', 'email'] : ['external_id', 'sitter', 'start_on', 'end_on']
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0) return `These columns are missing: ${missing.join(', ')}.`
  return new Set(columns).size < columns.length ? 'The first line names a column twice.' : null
}

function entryOf(kind: ImportKind, columns: readonly string[], { record, line }: Row): Entry {
  const faults: Fault[] = []
  if (record.length !== columns.length)
    faults.push({
      column: null,
      message: `This row has ${record.length} values for ${columns.length} columns. Put texts with separators into quotation marks.`,
    })
  const values: Record<string, string> = Object.fromEntries(importColumns[kind].map((column) => [column, '']))
  for (const [index, column] of columns.entries()) {
    const value = (record[index] ?? '').trim()
    if (value.length > mostCharacters) faults.push({ column, message: 'This text is too long. Shorten it.' })
    values[column] = value.slice(0, mostCharacters)
  }
  return { line, values, faults }
}
