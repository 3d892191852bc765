import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { StoredDocument } from '#contract/files/files.ts'
import { deviceZone, todayIn } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'
import { DocumentField } from '#web/pets/document-field.tsx'
import { type FieldPath, type FieldSpec, type RowList, rowSpecs, specOf } from '#web/pets/pet-fields.ts'
import { emptyRow, type PetForm, type Row } from '#web/pets/pet-form-state.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

export type PetFormParts = {
  form: PetForm
  change: (next: (before: PetForm) => PetForm) => void
  errorFor: (name: string) => string | undefined
  currency: string
  /** Documents stored with the pet. */
  documents?: readonly StoredDocument[]
}

const wide = 'sm:col-span-2'

type ControlProps = {
  spec: FieldSpec
  value: string
  set: (value: string) => void
  error: string | undefined
  currency: string
}

const controls: Record<FieldSpec['kind'], (props: ControlProps) => ReactNode> = {
  line: Line,
  phone: Line,
  number: Line,
  text: ({ spec, value, set, error }) => (
    <TextArea
      label={spec.label}
      name={spec.path}
      hint={spec.hint}
      rows={2}
      maxLength={2000}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
      className={wide}
    />
  ),
  choice: ({ spec, value, set, error }) => (
    <Select
      label={spec.label}
      name={spec.path}
      hint={spec.hint}
      placeholder="Not given"
      options={(spec.options ?? []).map(([code, label]) => ({ value: code, label }))}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
    />
  ),
  day: DayControl,
  pastDay: DayControl,
  money: ({ spec, value, set, error, currency }) => (
    <MoneyField
      label={spec.label}
      name={spec.path}
      hint={spec.hint}
      currency={currency}
      defaultMinor={value === '' ? null : Number(value)}
      error={error}
      onChange={(minor) => set(minor === null ? '' : `${minor}`)}
    />
  ),
}

function Line({ spec, value, set, error }: ControlProps) {
  return (
    <TextField
      label={spec.label}
      name={spec.path}
      hint={spec.hint}
      type={spec.kind === 'phone' ? 'tel' : 'text'}
      inputMode={spec.kind === 'number' ? 'decimal' : undefined}
      after={spec.unit}
      maxLength={120}
      value={value}
      error={error}
      onChange={(event) => set(event.target.value)}
    />
  )
}

function DayControl({ spec, value, set, error }: ControlProps) {
  return (
    <DatePicker
      label={spec.label}
      name={spec.path}
      hint={spec.hint}
      value={value || null}
      min="2000-01-01"
      max={spec.kind === 'pastDay' ? todayIn(deviceZone()) : '2100-12-31'}
      formatDay={(day) => formatDay(day, 'long')}
      error={error}
      onChange={(day) => set(day ?? '')}
    />
  )
}

/** A field of the optional groups, rendered by its kind. */
export function PetField({ path, form, change, errorFor, currency }: PetFormParts & { path: FieldPath }) {
  const spec = specOf(path)
  const Control = controls[spec.kind]
  return (
    <Control
      spec={spec}
      value={form.fields[path] ?? ''}
      set={(value) => change((before) => ({ ...before, fields: { ...before.fields, [path]: value } }))}
      error={errorFor(path)}
      currency={currency}
    />
  )
}

/** Vaccinations, medicines or meals, as rows that can be added and removed. */
export function PetRowList({
  list,
  form,
  change,
  errorFor,
  currency,
  documents = [],
}: PetFormParts & { list: RowList }) {
  const { noun, columns } = rowSpecs[list]
  const rows = form.rows[list]
  const setRows = (next: (rows: Row[]) => Row[]) =>
    change((before) => ({ ...before, rows: { ...before.rows, [list]: next(before.rows[list]) } }))
  const setCell = (index: number, key: string, value: string) =>
    setRows((all) => all.map((one, at) => (at === index ? { ...one, [key]: value } : one)))
  return (
    <fieldset className="grid gap-4 sm:col-span-2">
      <legend className="mb-2 font-semibold">{titles[list]}</legend>
      {rows.map((row, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a row has no id
          key={index}
          className="grid items-start gap-4 rounded-control border border-line bg-paper p-4 sm:grid-cols-2"
        >
          {columns.map((column) => {
            const path = `${list}.${index}.${column.key}`
            return (
              <RowField
                key={column.key}
                {...{ list, path, column, documents, currency }}
                value={row[column.key] ?? ''}
                set={(value) => setCell(index, column.key, value)}
                error={errorFor(path)}
              />
            )
          })}
          <button
            type="button"
            className={buttonStyle({
              kind: 'quiet',
              size: 'small',
              className: 'justify-self-start text-rust',
            })}
            onClick={() => setRows((all) => all.filter((_, at) => at !== index))}
          >
            <Trash2 size={16} aria-hidden />
            Remove this {noun}
          </button>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={16} aria-hidden />}
        className="justify-self-start"
        onClick={() => setRows((all) => [...all, emptyRow(list)])}
      >
        Add a {noun}
      </Button>
    </fieldset>
  )
}

type RowFieldProps = Omit<ControlProps, 'spec'> & {
  list: RowList
  path: string
  column: (typeof rowSpecs)[RowList]['columns'][number]
  documents: readonly StoredDocument[]
}

function RowField({ list, path, column, documents, ...control }: RowFieldProps) {
  const { label, hint } = column
  const kind = column.kind === 'day' ? 'day' : 'line'
  const { value, set, error } = control
  if (column.kind === 'document')
    return <DocumentField name={path} {...{ label, value, set, documents, error }} />
  const Control = controls[kind]
  return <Control spec={{ path, detail: list, label, kind, ...(hint && { hint }) }} {...control} />
}

const titles: Record<RowList, string> = {
  vaccinations: 'Vaccinations',
  medications: 'Medication',
  feeding: 'Meals',
}
