import { petDetailsFor, sizedSpecies, type Species, species as allSpecies } from '#contract/codes.ts'
import type { Pet, PetInput } from '#contract/pets.ts'
import { plainPhone } from '#web/accounts/phone.ts'
import {
  type FieldPath,
  type FieldSpec,
  fieldSpecs,
  type RowList,
  rowLists,
  rowSpecs,
  specOf,
} from '#web/pets/pet-fields.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

export type Row = Record<string, string>

/** Form values as typed; the keys of `fields` are paths in the contract. */
export type PetForm = {
  name: string
  species: Species | ''
  birthOn: string
  weight: string
  fields: Partial<Record<FieldPath, string>>
  rows: Record<RowList, Row[]>
}

export const emptyRow = (list: RowList): Row =>
  Object.fromEntries(rowSpecs[list].columns.map(({ key }) => [key, '']))

const isSpecies = (code: string | null): code is Species => allSpecies.some((kind) => kind === code)

/** A new pet, prefilled from the query parameters. */
export function blankForm(query: URLSearchParams): PetForm {
  const species = query.get('species')
  const birthOn = query.get('birthOn') ?? ''
  const neutered = query.get('neutered')
  return {
    name: (query.get('name') ?? '').slice(0, 60),
    species: isSpecies(species) ? species : '',
    birthOn: /^\d{4}-\d{2}$/.test(birthOn)
      ? `${birthOn}-01`
      : /^\d{4}-\d{2}-\d{2}$/.test(birthOn)
        ? birthOn
        : '',
    weight: (query.get('weightKg') ?? '').slice(0, 10),
    fields: neutered === 'yes' || neutered === 'no' ? { neutered } : {},
    rows: { vaccinations: [], medications: [], feeding: [] },
  }
}

const at = (object: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value && typeof value === 'object' ? Reflect.get(value, key) : undefined),
      object,
    )

function textOf(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

export const formOf = (pet: Pet): PetForm => ({
  name: pet.name,
  species: pet.species,
  birthOn: pet.birthOn ?? '',
  weight: textOf(pet.weightKg),
  fields: Object.fromEntries(fieldSpecs.map(({ path }) => [path, textOf(at(pet, path))])),
  rows: {
    vaccinations: pet.vaccinations.map((row) => rowOf('vaccinations', row)),
    medications: pet.medications.map((row) => rowOf('medications', row)),
    feeding: pet.feeding.map((row) => rowOf('feeding', row)),
  },
})

const rowOf = (list: RowList, row: object): Row =>
  Object.fromEntries(rowSpecs[list].columns.map(({ key }) => [key, textOf(at(row, key))]))

/** Converts "8, 18.30 and 21:00" to 'HH:MM' times; leaves invalid parts unchanged for the server to reject. */
export const timesOf = (typed: string): string[] =>
  typed
    .split(/[,;]|\s+(?:and\s+)?/)
    .filter((part) => part !== '' && part !== 'and')
    .map((part) => {
      const match = /^(\d{1,2})(?:[:.h](\d{2})?)?$/.exec(part)
      return match ? `${match[1]!.padStart(2, '0')}:${match[2] ?? '00'}` : part
    })

/** Parses "4,5" and "4.5 kg" as 4.5; null if empty, undefined if not a number. */
export function numberOf(typed: string): number | null | undefined {
  const plain = typed
    .trim()
    .replace(',', '.')
    .replace(/\s*(kg|h|hours?)$/i, '')
  if (plain === '') return null
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const valueOf: Record<FieldSpec['kind'], (typed: string) => unknown> = {
  line: (typed) => typed.trim() || null,
  text: (typed) => typed.trim() || null,
  day: (typed) => typed || null,
  pastDay: (typed) => typed || null,
  choice: (typed) => typed || null,
  number: (typed) => numberOf(typed) ?? null,
  money: (typed) => (typed === '' ? null : Number(typed)),
  phone: (typed) => plainPhone(typed) || null,
}

const booleans = new Set<FieldPath>([
  'neutered',
  'crate',
  'behaviour.bitten',
  'behaviour.escapeRisk',
  'emergency.consent',
])

function fieldValue(path: FieldPath, typed: string): unknown {
  const value = valueOf[specOf(path).kind](typed)
  return booleans.has(path) && value !== null ? value === 'yes' : value
}

/**
 * Nested details are sent only if one of their fields is filled in; missing texts are empty, missing answers unknown.
 */
const nestedDefaults: Record<string, Record<string, unknown>> = {
  chip: { number: '', registry: '' },
  vet: { name: '' },
  insurance: { company: '', policyNumber: '' },
  behaviour: { dogs: 'unknown', cats: 'unknown', children: 'unknown', strangers: 'unknown' },
  emergency: { consent: false },
}

function detailsOf(fields: PetForm['fields']): Record<string, unknown> {
  const details: Record<string, unknown> = {}
  const nested: Record<string, object> = {}
  for (const { path } of fieldSpecs) {
    const value = fieldValue(path, fields[path] ?? '')
    const [parent = path, key] = path.split('.')
    if (key === undefined) details[path] = value
    else if (value !== null) nested[parent] = { ...nestedDefaults[parent], ...nested[parent], [key]: value }
  }
  return { ...details, ...nested }
}

const isEmptyRow = (row: Row): boolean => Object.values(row).every((value) => value.trim() === '')
const rowsOf = (list: RowList, rows: readonly Row[]) =>
  rows
    .filter((row) => !isEmptyRow(row))
    .map((row) =>
      Object.fromEntries(
        rowSpecs[list].columns.map(({ key, kind }) => {
          const typed = (row[key] ?? '').trim()
          return [
            key,
            kind === 'times' ? timesOf(typed) : kind === 'day' || kind === 'document' ? typed || null : typed,
          ]
        }),
      ),
    )

/**
 * Leaves out fields that do not apply to the species. They stay in the form in case the species was chosen by mistake.
 */
function relevantForm(form: PetForm): PetForm {
  if (form.species === '') return form
  const matters = new Set<string>(petDetailsFor(form.species))
  const fields = Object.fromEntries(
    fieldSpecs.filter(({ detail }) => matters.has(detail)).map(({ path }) => [path, form.fields[path] ?? '']),
  )
  const rowsFor = (list: RowList) => (matters.has(list) ? form.rows[list] : [])
  return {
    ...form,
    fields,
    rows: {
      vaccinations: rowsFor('vaccinations'),
      medications: rowsFor('medications'),
      feeding: rowsFor('feeding'),
    },
  }
}

/** Builds the API input from a form that passed `checkForm`. */
export function inputOfForm(entered: PetForm): PetInput {
  const form = relevantForm(entered)
  if (form.species === '') throw new Error('The form has no species')
  const lists = Object.fromEntries(rowLists.map((list) => [list, rowsOf(list, form.rows[list])]))
  return {
    ...detailsOf(form.fields),
    ...lists,
    name: form.name.trim(),
    species: form.species,
    birthOn: form.birthOn || null,
    weightKg: numberOf(form.weight) ?? null,
  }
}

/** Checks the form before it is sent. */
export function checkForm(form: PetForm): FormError[] {
  const { species } = form
  const { fields } = relevantForm(form)
  const weight = numberOf(form.weight)
  const sized = species !== '' && sizedSpecies.includes(species)
  const emergency = (['emergency.spendLimit', 'emergency.hospital'] as const).some((path) => fields[path])
  const alone = numberOf(fields['aloneMaxHours'] ?? '')
  const wrong: [boolean, string, string][] = [
    [species === '', 'species', 'Choose the kind of pet'],
    [form.name.trim() === '', 'name', 'Fill in the name'],
    [sized && form.birthOn === '', 'birthOn', 'Give the birthday, or about how old your pet is'],
    [sized && weight === null, 'weightKg', 'Give the weight in kilograms'],
    [weight === undefined, 'weightKg', 'Write the weight as a number, such as 4.5'],
    [alone === undefined, 'aloneMaxHours', 'Write the hours as a number, such as 4'],
    [
      fields['behaviour.bitten'] === 'yes' && !fields['behaviour.biteHistory']?.trim(),
      'behaviour.biteHistory',
      'Say what happened, so that the sitter can prepare',
    ],
    [
      emergency && !fields['emergency.consent'],
      'emergency.consent',
      'Say whether the sitter may have your pet treated',
    ],
  ]
  return wrong.filter(([is]) => is).map(([, name, message]) => ({ name, message }))
}

/** Maps the path of an API error to a field: "medications.0.times.1" becomes "medications.0.times". */
export const fieldOfPath = (path: string): string => path.replace(/(\.times)\.\d+$/, '$1')
