import type { ComponentProps } from 'react'
import { keysOf } from '#contract/entries.ts'
import type { DatePicker } from '#web/ui/dates/date-picker.tsx'
import type { FormError } from '#web/ui/forms/error-summary.tsx'
import type { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import type { RadioGroup, RadioOption } from '#web/ui/forms/radio-group.tsx'
import type { Select } from '#web/ui/forms/select.tsx'

/** A day is 'YYYY-MM-DD' and an amount is in minor units; null is an empty day or amount. */
export type FieldValue = string | number | boolean | null
export type FieldValues = Record<string, FieldValue>

type TextLimits = { maxLength?: number | undefined }
type Choices<V extends string> = {
  options: readonly RadioOption<V>[]
  variant?: ComponentProps<typeof RadioGroup>['variant']
}
/** The kinds of field, with what each needs to know. */
type Kinds = {
  line: TextLimits &
    Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize'> & {
      /** Shown at the end of the control: "hours". */
      unit?: string | undefined
    }
  text: TextLimits & { rows?: number }
  time: { from: string; to: string }
  select: Pick<ComponentProps<typeof Select>, 'options' | 'placeholder'>
  choice: Choices<string>
  day: Pick<ComponentProps<typeof DatePicker>, 'min' | 'max' | 'formatDay'>
  money: { currency: string }
  count: Pick<ComponentProps<typeof NumberStepper>, 'unit' | 'min' | 'max' | 'after'>
  checkbox: object
}
export type Kind = keyof Kinds
/** What a field of each kind changes to. */
export type Entered = {
  line: string
  text: string
  time: string
  select: string
  choice: string
  day: string | null
  money: number | null
  count: number
  checkbox: boolean
}
type Of<K extends Kind> = { [P in K]: { kind: P } & Kinds[P] }[K]

type KindFor<V> = [V] extends [boolean]
  ? Of<'checkbox'>
  : [V] extends [number]
    ? Of<'count'>
    : [V] extends [number | null]
      ? Of<'money'>
      : [V] extends [string]
        ? Of<'line' | 'text' | 'time' | 'select'> | ({ kind: 'choice' } & Choices<V>)
        : Of<'day'>

export type Appearance = {
  label: string
  hint?: string | undefined
  optional?: boolean | undefined
  /** Takes the whole width of a form with two columns. */
  isWide?: boolean
}

/** A field without its rules, as `FormField` renders it. */
export type FieldSpec<K extends Kind = Kind> = { [P in K]: Appearance & { kind: P } & Kinds[P] }[K]

type Rules<V, Values> = {
  /** Returns what to correct before the form can be sent. */
  check?: (value: V, values: Values) => string | undefined
  /** The field is left out, and not checked, where this returns false. */
  appliesTo?: (values: Values) => boolean
}

/**
 * The fields of a form as data, in the order in which they are shown. The key of a row is the name of the field in the
 * form and in the API; the type of its value decides which kinds of control fit.
 */
export type FieldTable<Values> = {
  [K in keyof Values]: Appearance & KindFor<Values[K]> & Rules<Values[K], Values>
}

/** The names of the fields that apply to the values, in their order. */
export const applying = <Values extends FieldValues>(fields: FieldTable<Values>, values: Values) =>
  keysOf(fields).filter((name) => fields[name].appliesTo?.(values) ?? true)

/** The name of a field of one row, or of one of several forms on a page: "periods.0.name". */
export const scoped = (name: string, scope?: string) => (scope === undefined ? name : `${scope}.${name}`)

/** Lists what has to be corrected, in the order of the fields. */
export const faultsIn = <Values extends FieldValues>(
  fields: FieldTable<Values>,
  values: NoInfer<Values>,
  scope?: string,
): (FormError & { name: string })[] =>
  applying(fields, values).flatMap((name) => {
    const message = fields[name].check?.(values[name], values)
    return message === undefined ? [] : [{ name: scoped(name, scope), message }]
  })

/** Checks that a text has a minimum length in characters, without the spaces around it. */
export const atLeast = (least: number, message: string) => (typed: string) =>
  typed.trim().length < least ? message : undefined
