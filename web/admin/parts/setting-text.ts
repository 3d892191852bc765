import type { SettingField } from '#contract/staff/settings.ts'
import { formatMoney } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import { amountText, parseAmount } from '#web/ui/forms/money-text.ts'

type Value = SettingField['value']
type Field = Pick<SettingField, 'kind' | 'unit' | 'least' | 'most'> & {
  choices: readonly SettingField['choices'][number][]
}

const basisPointsInPercent = 100

/** The words after a number. */
const unitWords: Partial<Record<NonNullable<SettingField['unit']>, string>> = {
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  nights: 'nights',
  months: 'months',
  metres: 'metres',
}

/** A value as it stands in its field: 1000 basis points are "10", 4000 cents are "40". */
export function textOf({ kind, unit }: Field, value: Value, currency: string): string {
  if (kind !== 'whole' || typeof value !== 'number') return String(value)
  if (unit === 'basis_points') return String(value / basisPointsInPercent)
  return unit === 'minor' ? amountText(value, currency) : String(value)
}

function numberWords(field: Field, value: number, currency: string): string {
  const { unit } = field
  if (unit === 'minor') return formatMoney(value, currency)
  if (unit === 'basis_points' || unit === 'percent') return `${textOf(field, value, currency)}%`
  if (unit === 'o_clock') return `${value}:00`
  const words = unit && unitWords[unit]
  return words ? plural(value, words.slice(0, -1)) : String(value)
}

/** A value in words, as the list of changes and the default show it: "10%", "€40.00", "24 hours". */
export function wordsOf(field: Field, value: Value, currency: string): string {
  if (typeof value === 'number') return numberWords(field, value, currency)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (field.kind === 'choice') return field.choices.find((one) => one.value === value)?.label ?? value
  return value === '' ? 'empty' : `“${value}”`
}

/** The unit beside a field. */
export function unitOf({ unit }: Field, currency: string): string | undefined {
  if (unit === null) return undefined
  if (unit === 'minor') return currency
  if (unit === 'o_clock') return ':00'
  return unit === 'basis_points' || unit === 'percent' ? '%' : unitWords[unit]
}

type Entered = { value: Value } | { error: string }

function numberIn({ kind, unit }: Field, text: string, currency: string): number | null {
  if (unit === 'minor') return parseAmount(text, currency)
  const plain = text.trim().replace(',', '.').replace(/\s*%$/, '')
  if (plain === '' || !/^-?\d*\.?\d*$/.test(plain)) return null
  // Rounded, because 0.07 × 100 is not 7 in binary.
  const number = unit === 'basis_points' ? Math.round(Number(plain) * basisPointsInPercent) : Number(plain)
  return kind === 'whole' && !Number.isInteger(number) ? null : number
}

/** Reads what was typed; an error says what to type instead. */
export function enteredIn(field: Field, text: string, currency: string): Entered {
  const { kind, unit, least, most } = field
  if (kind === 'text' || kind === 'choice') return { value: text.trim() }
  if (kind === 'switch') return { value: text === 'true' }
  const number = numberIn(field, text, currency)
  if (number === null)
    return {
      error:
        kind === 'whole' && unit !== 'basis_points' && unit !== 'minor'
          ? 'Enter a whole number'
          : 'Enter a number',
    }
  if (least !== null && number < least) return { error: `Enter at least ${wordsOf(field, least, currency)}` }
  if (most !== null && number > most) return { error: `Enter at most ${wordsOf(field, most, currency)}` }
  return { value: number }
}
