import type { LedgerAccount } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'

// A batch of bookings ("Buchungsstapel") in DATEV's format EXTF: header 700, category 21, version 13. The fields and
// their order are those of https://developer.datev.de/datev/platform/en/dtvf.

type Datev = Settings['datev']

/** A text is written in quotation marks, also an empty one; null is a field without a value. */
type Field = { text: string } | string | number | null

const written = (field: Field): string => {
  if (field === null) return ''
  if (typeof field !== 'object') return String(field)
  // oxlint-disable-next-line no-control-regex -- DATEV refuses control characters in texts
  return `"${field.text.replaceAll(/[\u0000-\u001F]/g, ' ').replaceAll('"', '""')}"`
}

const lineOf = (fields: readonly Field[]): string => `${fields.map(written).join(';')}\r\n`

const digits = (day: string): string => day.replaceAll('-', '')
const none: Field = { text: '' }
const charts = { skr03: '03', skr04: '04', other: '' } as const

/** The first day of the fiscal year to which the day belongs, which begins with this month. */
export function fiscalYearOf(on: string, firstMonth: number): string {
  const [year, month] = [Number(on.slice(0, 4)), Number(on.slice(5, 7))]
  return `${month < firstMonth ? year - 1 : year}-${String(firstMonth).padStart(2, '0')}-01`
}

type Batch = { from: string; to: string; at: Date; currency: string; datev: Datev }

/** The 31 fields of the header. The numbers of the consultant and of the client stay empty until they are set. */
export function datevHeader({ from, to, at, currency, datev }: Batch): string {
  const { consultant, client, yearStartMonth, chart, accounts } = datev
  return lineOf([
    { text: 'EXTF' },
    700,
    21,
    { text: 'Buchungsstapel' },
    13,
    digits(at.toISOString()).replaceAll(/\D/g, ''),
    null,
    { text: 'RE' },
    none,
    none,
    consultant || null,
    client || null,
    digits(fiscalYearOf(from, yearStartMonth)),
    accounts.bank.length,
    digits(from),
    digits(to),
    { text: `Entries ${from.slice(0, 7)}` },
    none,
    // Financial accounting, for any purpose, not locked: the accountant may still correct it after the import.
    1,
    0,
    0,
    { text: currency },
    null,
    none,
    null,
    null,
    { text: charts[chart] },
    null,
    null,
    none,
    none,
  ])
}

/** A record has so many fields; those after the first 14 are not used. */
const fieldCount = 125
const columns = [
  'Umsatz',
  'Soll-/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basisumsatz',
  'WKZ Basisumsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
]
const padded = (fields: readonly Field[]): Field[] => [
  ...fields,
  ...Array.from({ length: fieldCount - fields.length }, () => null),
]

export const datevColumns: string = lineOf(padded(columns))

type Booking = {
  /** A decimal number. */
  amount: string
  currency: string
  debit: LedgerAccount
  credit: LedgerAccount
  on: string
  number: string
  text: string
}

const longestText = 60

/** A record that debits one account and credits the other; the year of its day is that of the batch. */
export const datevRecord = (
  { amount, currency, debit, credit, on, number, text }: Booking,
  accounts: Datev['accounts'],
): string =>
  lineOf(
    padded([
      amount.replace('.', ','),
      { text: 'S' },
      { text: currency },
      null,
      null,
      none,
      accounts[debit],
      accounts[credit],
      none,
      `${on.slice(8, 10)}${on.slice(5, 7)}`,
      { text: number },
      none,
      null,
      { text: text.slice(0, longestText) },
    ]),
  )
