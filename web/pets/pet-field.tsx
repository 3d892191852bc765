import { Icon } from '#web/ui/icon.tsx'
import type { StoredDocument } from '#contract/files/files.ts'
import { deviceZone, todayIn } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'
import { DocumentField } from '#web/pets/document-field.tsx'
import { type FieldPath, type FieldSpec, type RowList, rowSpecs, specOf } from '#web/pets/pet-fields.ts'
import { emptyRow, type PetForm, type Row } from '#web/pets/pet-form-state.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import type { FieldSpec as FormFieldSpec } from '#web/ui/forms/field-table.ts'
import { FormField } from '#web/ui/forms/form-fields.tsx'

export type PetFormParts = {
  form: PetForm
  change: (next: (before: PetForm) => PetForm) => void
  errorFor: (name: string) => string | undefined
  currency: string
  /** Documents stored with the pet. */
  documents?: readonly StoredDocument[]
}

type ControlProps = {
  spec: FieldSpec
  value: string
  set: (value: string) => void
  error: string | undefined
  currency: string
}

const texts = { line: 'text', phone: 'tel', number: 'text' } as const

/** Describes a detail of a pet as a field of a form; its text holds a day or an amount in minor units, too. */
function describe({ kind, label, hint, unit, options = [] }: FieldSpec, currency: string): FormFieldSpec {
  const shown = { label, hint }
  switch (kind) {
    case 'text':
      return { ...shown, kind, rows: 2, maxLength: 2000, isWide: true }
    case 'choice':
      return {
        ...shown,
        kind: 'select',
        placeholder: 'Not given',
        options: options.map(([code, name]) => ({ value: code, label: name })),
      }
    case 'day':
    case 'pastDay': {
      const max = kind === 'pastDay' ? todayIn(deviceZone()) : '2100-12-31'
      return { ...shown, kind: 'day', min: '2000-01-01', max, formatDay: (day) => formatDay(day, 'long') }
    }
    case 'money':
      return { ...shown, kind, currency }
    default: {
      const inputMode = kind === 'number' ? 'decimal' : undefined
      return { ...shown, kind: 'line', type: texts[kind], inputMode, unit, maxLength: 120 }
    }
  }
}

function Control({ spec, value, set, error, currency }: ControlProps) {
  return (
    <FormField
      spec={describe(spec, currency)}
      name={spec.path}
      value={spec.kind === 'money' && value !== '' ? Number(value) : value}
      error={error}
      onChange={(next) => set(next === null ? '' : `${next}`)}
    />
  )
}

/** A field of the optional groups, rendered by its kind. */
export function PetField({ path, form, change, errorFor, currency }: PetFormParts & { path: FieldPath }) {
  return (
    <Control
      spec={specOf(path)}
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
            <Icon name="trash" size={16} />
            Remove this {noun}
          </button>
        </div>
      ))}
      <Button
        size="small"
        icon={<Icon name="plus" size={16} />}
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
  return <Control spec={{ path, detail: list, label, kind, ...(hint && { hint }) }} {...control} />
}

const titles: Record<RowList, string> = {
  vaccinations: 'Vaccinations',
  medications: 'Medication',
  feeding: 'Meals',
}
