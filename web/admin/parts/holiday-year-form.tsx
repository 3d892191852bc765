import { Icon } from '#web/ui/icon.tsx'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { HolidayYear } from '#contract/holidays.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields } from '#web/ui/forms/form-fields.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Period = HolidayYear['periods'][number]
type Row = Omit<Period, 'startOn' | 'endOn'> & {
  startOn: string | null
  endOn: string | null
  isNew: boolean
}

const newRow: Row = { name: '', startOn: null, endOn: null, enabled: true, isNew: true }

const periodFields: FieldTable<Pick<Row, 'name' | 'startOn' | 'endOn'>> = {
  name: {
    label: 'Name',
    kind: 'line',
    maxLength: 100,
    check: atLeast(1, 'Give the period a name'),
  },
  startOn: {
    label: 'First day',
    kind: 'day',
    check: (day) => (day === null ? 'Choose the first day' : undefined),
  },
  endOn: {
    label: 'Last day',
    kind: 'day',
    check: (day) => (day === null ? 'Choose the last day' : undefined),
  },
}
const scopeOf = (index: number) => `periods.${index}`

const periodsOf = (rows: readonly Row[]): Period[] =>
  rows.flatMap(({ isNew: _isNew, startOn, endOn, ...row }) =>
    startOn && endOn ? [{ ...row, name: row.name.trim(), startOn, endOn }] : [],
  )

/** All holiday periods of a region and a year; once saved, the year is never generated again. */
export function HolidayYearForm({ loaded }: { loaded: HolidayYear }) {
  const { country, subdivision, year } = loaded
  const [version, setVersion] = useState(loaded.version)
  const [rows, setRows] = useState<Row[]>(() => loaded.periods.map((period) => ({ ...period, isNew: false })))
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const set = (at: number, part: Partial<Row>) =>
    setRows((before) => before.map((row, index) => (index === at ? { ...row, ...part } : row)))

  const readAgain = async () => {
    const query = { country, year, ...(subdivision && { subdivision }) }
    setVersion((await api('GET /v1/admin/holidays', { query })).version)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const periods = periodsOf(rows)
    const missing = rows.flatMap((row, index) => faultsIn(periodFields, row, scopeOf(index)))
    if (missing.length > 0 || periods.length === 0) {
      refuse(missing.length > 0 ? missing : [{ message: 'Keep at least one period; it may be switched off' }])
      return
    }
    const body = { country, subdivision, year, version, periods }
    const done = await run(() =>
      api('PUT /v1/admin/holidays', { body }).catch((error: unknown) => refuseStale(error, readAgain)),
    )
    if (!done) return
    await revalidate()
    const toast = await loadToast()
    toast.success(`The holidays of ${year} are saved`)
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
      <ErrorSummary errors={errors} attempt={attempt} />
      {rows.length === 0 && <NoPeriods year={year} />}
      <ul className="grid gap-4">
        {rows.map((row, index) => (
          <PeriodRow
            key={index}
            {...{ row, index, errorFor }}
            set={(part) => set(index, part)}
            onRemove={() => setRows((before) => before.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending && 'Saving…'}>
          Save the holidays
        </Button>
        <Button
          icon={<Icon name="plus" size={18} />}
          onClick={() => setRows((before) => [...before, newRow])}
        >
          Add a period
        </Button>
      </div>
    </form>
  )
}

function NoPeriods({ year }: { year: number }) {
  return (
    <Card>
      <EmptyState title={`No periods in ${year}`}>
        None are known for this region and year. You can add some.
      </EmptyState>
    </Card>
  )
}

type PeriodRowProps = {
  row: Row
  index: number
  errorFor: (name: string) => string | undefined
  set: (part: Partial<Row>) => void
  onRemove: () => void
}

function PeriodRow({ row, index, errorFor, set, onRemove }: PeriodRowProps) {
  return (
    <Card as="li" className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <FormFields
        fields={periodFields}
        values={row}
        set={(name, value) => set({ [name]: value })}
        errorFor={errorFor}
        scope={scopeOf(index)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-3">
        <Switch
          label={`The surcharge applies in ${row.name.trim() || 'the new period'}`}
          name={`${scopeOf(index)}.enabled`}
          checked={row.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
        {row.isNew && (
          <Button kind="quiet" size="small" onClick={onRemove}>
            Remove it
          </Button>
        )}
      </div>
    </Card>
  )
}
