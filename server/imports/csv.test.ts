import { expect, test } from 'vitest'
import { importColumns } from '#contract/staff/codes.ts'
import { mostRows, readCsv } from '#server/imports/csv.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const head = 'external_id,sitter,start_on,end_on'
const read = (text: string) => readCsv('stays', bytes(text))
const entriesOf = (text: string) => {
  const file = read(text)
  return 'entries' in file ? file.entries : []
}
const refusalOf = (file: ReturnType<typeof read>) => ('refused' in file ? file.refused : '')

test.each([
  ['commas', `${head}\r\n7,4,2027-01-01,2027-01-02\r\n`],
  ['semicolons', `${head.replaceAll(',', ';')}\n7;4;2027-01-01;2027-01-02`],
  ['a mark of UTF-8 at its begin', `\uFEFF${head}\n7,4,2027-01-01,2027-01-02\n`],
  ['quoted fields and empty lines', `${head}\n\n"7","4",2027-01-01,"2027-01-02"\n\n`],
  ['names of columns in capitals', `External_ID, Sitter,START_ON,end_on\n7,4,2027-01-01,2027-01-02\n`],
])('a file with %s is read', (_, text) => {
  expect(entriesOf(text).map(({ values }) => values)).toEqual([
    { external_id: '7', sitter: '4', service: '', start_on: '2027-01-01', end_on: '2027-01-02' },
  ])
})

test('a row is named by the line on which it begins, also after texts of several lines', () => {
  const text =
    'external_id,name,email,text\na,Ann,a@example.org,"Two\nlines, ""quoted"""\nb,Bo,b@example.org,\n'
  const file = readCsv('sitters', bytes(text))
  expect(file).toMatchObject({
    entries: [
      { line: 2, values: { text: 'Two\nlines, "quoted"' } },
      { line: 4, values: { external_id: 'b', text: '' } },
    ],
  })
})

test.each([
  ['Latin-1', new Uint8Array([...bytes(`${head}\n`), 0xe9]), 'UTF-8'],
  ['an unknown column', bytes(`${head},phone\n`), 'phone'],
  ['a missing column', bytes('external_id,sitter\n1,2\n'), 'start_on, end_on'],
  ['a column that is named twice', bytes(`${head},sitter\n`), 'twice'],
  ['no rows', bytes(`${head}\n`), 'no rows'],
  ['nothing', bytes(''), 'missing'],
  ['a broken quotation', bytes(`${head}\n1,"2\n`), 'quotation mark'],
  ['too many rows', bytes(`${head}\n${'1,2,2027-01-01,2027-01-02\n'.repeat(mostRows + 1)}`), '10,000'],
])('a file with %s is refused with a sentence', (_, given, words) => {
  expect(refusalOf(readCsv('stays', given))).toContain(words)
})

test('a row with too many or too few values says so, and a text that is too long too', () => {
  const [short, long] = entriesOf(`${head}\n1,2\n1,${'x'.repeat(5_001)},2027-01-01,2027-01-02`)
  expect(short?.faults).toMatchObject([{ column: null, message: expect.stringContaining('2 values for 4') }])
  expect(long?.faults).toMatchObject([{ column: 'sitter' }])
})

test('ten thousand rows are read', () => {
  expect(entriesOf(`${head}\n${'1,2,2027-01-01,2027-01-02\n'.repeat(mostRows)}`)).toHaveLength(mostRows)
  expect(importColumns.stays).toContain('service')
})
