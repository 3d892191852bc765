// The fields of the sitter's form that are typed as text, each described once: control, check, and the conversion
// between the API’s profile and the typed text. `FormField` renders them. To add a field, add a row here.
import { keysOf } from '#contract/entries.ts'
import type { Sitter, SitterInput } from '#contract/sitters/sitters.ts'
import { atLeast, type FieldSpec } from '#web/ui/forms/field-table.ts'

type Stored<Input> = FieldSpec<'line' | 'text'> & {
  /** Returns what to correct before the profile can be published. */
  check?: (typed: string) => string | undefined
  read: (sitter: Sitter) => string
  write: (typed: string) => Input
}

/** Null for an empty field; NaN for invalid input, which every check rejects. */
export const numberOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'))
export const isNumber = (typed: string): boolean => !Number.isNaN(numberOf(typed) ?? 0)
export const textOf = (value: number | null): string => (value === null ? '' : `${value}`)

const numberCheck = (message: string) => (typed: string) => (isNumber(typed) ? undefined : message)

/** Types a table of fields by the part of the input that each of them writes. */
const specsFor =
  <Input>() =>
  <K extends string>(specs: Record<K, Stored<Input>>) =>
    specs

/** Fields of the step “About you”. */
export const basicsSpecs = specsFor<Partial<SitterInput>>()({
  headline: {
    label: 'Headline',
    kind: 'line',
    hint: 'The first thing owners read: “Fenced garden, one resident dog”.',
    maxLength: 80,
    isWide: true,
    check: atLeast(1, 'Write a headline'),
    read: ({ headline }) => headline,
    write: (headline) => ({ headline }),
  },
  bio: {
    label: 'About you',
    kind: 'text',
    optional: true,
    hint: 'What a day with you is like, and which pets you know well.',
    rows: 6,
    maxLength: 4000,
    isWide: true,
    read: ({ bio }) => bio,
    write: (bio) => ({ bio }),
  },
  neighbourhood: {
    label: 'Neighbourhood',
    kind: 'line',
    optional: true,
    maxLength: 60,
    read: ({ place }) => place?.neighbourhood ?? '',
    write: (typed) => ({ neighbourhood: typed.trim() || null }),
  },
  experienceYears: {
    label: 'Years with pets',
    kind: 'line',
    inputMode: 'numeric',
    optional: true,
    check: numberCheck('Write the years as a number'),
    read: ({ experienceYears }) => textOf(experienceYears),
    write: (typed) => ({ experienceYears: numberOf(typed) }),
  },
})

/** Fields of the step “Your home”. */
export const homeSpecs = specsFor<NonNullable<SitterInput['home']>>()({
  aloneMaxHours: {
    label: 'A guest is alone for at most',
    kind: 'line',
    inputMode: 'decimal',
    optional: true,
    unit: 'hours',
    check: numberCheck('Write the hours as a number'),
    read: ({ home }) => textOf(home.aloneMaxHours),
    write: (typed) => ({ aloneMaxHours: numberOf(typed) }),
  },
})

export type BasicsTexts = Record<keyof typeof basicsSpecs, string>
export type HomeTexts = Record<keyof typeof homeSpecs, string>

/** Builds the part of the API's input that comes from these texts. */
export const inputOf = <K extends string, Input extends object>(
  specs: Record<K, Stored<Input>>,
  typed: Record<NoInfer<K>, string>,
): Partial<Input> =>
  keysOf(specs).reduce<Partial<Input>>((all, name) => ({ ...all, ...specs[name].write(typed[name]) }), {})
