import { type ReactNode, useState } from 'react'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import {
  type Appearance,
  applying,
  type Entered,
  type FieldSpec,
  type FieldTable,
  type FieldValue,
  type FieldValues,
  type Kind,
  scoped,
} from '#web/ui/forms/field-table.ts'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** The values of a form, and a function that sets one of them. */
export function useFields<Values extends FieldValues>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial)
  const set = (name: keyof Values & string, value: FieldValue) =>
    setValues((before) => ({ ...before, [name]: value }))
  return { values, set, setValues }
}

type FormFieldsProps<Values extends FieldValues> = {
  fields: FieldTable<Values>
  values: NoInfer<Values>
  set: (name: keyof Values & string, value: FieldValue) => void
  errorFor: (name: string) => string | undefined
  scope?: string
}

/** Renders the fields of a table. Errors from the API name the field without its scope. */
export function FormFields<Values extends FieldValues>(props: FormFieldsProps<Values>) {
  const { fields, values, set, errorFor, scope } = props
  return applying(fields, values).map((name) => (
    <FormField
      key={name}
      spec={fields[name]}
      name={scoped(name, scope)}
      value={values[name] ?? null}
      error={errorFor(scoped(name, scope)) ?? errorFor(name)}
      onChange={(value) => set(name, value)}
    />
  ))
}

type FormFieldProps<K extends Kind> = {
  spec: FieldSpec<K>
  name: string
  value: FieldValue
  error: string | undefined
  onChange: (value: Entered[K]) => void
}

/** One field, rendered from its description. A value of another type than its kind takes shows as empty. */
export function FormField<K extends Kind>({ spec, name, value, error, onChange }: FormFieldProps<K>) {
  const { label, hint, optional, isWide } = spec
  const className = isWide ? 'sm:col-span-2' : undefined
  const render: (props: ControlProps<K>) => ReactNode = controls[spec.kind]
  return render({ spec, field: { label, hint, optional, name, error, className }, value, onChange })
}

type ControlProps<K extends Kind> = {
  spec: FieldSpec<K>
  /** What all controls take alike. */
  field: Pick<Appearance, 'label' | 'hint' | 'optional'> & {
    name: string
    error: string | undefined
    className: string | undefined
  }
  value: FieldValue
  onChange: (value: Entered[K]) => void
}

const textOf = (value: FieldValue) => (typeof value === 'string' ? value : '')
const numberOf = (value: FieldValue) => (typeof value === 'number' ? value : null)

const controls: { [K in Kind]: (props: ControlProps<K>) => ReactNode } = {
  line: ({ spec, field, value, onChange }) => (
    <TextField
      {...field}
      className={cx(field.className, spec.unit && 'max-w-56') || undefined}
      type={spec.type ?? 'text'}
      inputMode={spec.inputMode}
      autoComplete={spec.autoComplete}
      autoCapitalize={spec.autoCapitalize}
      maxLength={spec.maxLength}
      after={spec.unit}
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  text: ({ spec, field, value, onChange }) => (
    <TextArea
      {...field}
      rows={spec.rows}
      maxLength={spec.maxLength}
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  time: ({ spec, field, value, onChange }) => (
    <TimeSelect {...field} from={spec.from} to={spec.to} value={textOf(value)} onChange={onChange} />
  ),
  select: ({ spec, field, value, onChange }) => (
    <Select
      {...field}
      options={spec.options}
      placeholder={spec.placeholder}
      value={textOf(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
  choice: ({ spec, field, value, onChange }) => (
    <RadioGroup
      {...field}
      options={spec.options}
      variant={spec.variant}
      value={textOf(value)}
      onChange={onChange}
    />
  ),
  day: ({ spec: { min, max, formatDay }, field, value, onChange }) => (
    <DatePicker {...field} {...{ min, max, formatDay }} value={textOf(value) || null} onChange={onChange} />
  ),
  money: ({ spec, field, value, onChange }) => (
    <MoneyField {...field} currency={spec.currency} value={numberOf(value)} onChange={onChange} />
  ),
  count: ({ spec: { unit, min, max, after }, field, value, onChange }) => (
    <NumberStepper
      {...field}
      {...{ unit, min, max, after }}
      value={numberOf(value) ?? undefined}
      onChange={onChange}
    />
  ),
  checkbox: ({ field, value, onChange }) => (
    <Checkbox {...field} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
  ),
}
