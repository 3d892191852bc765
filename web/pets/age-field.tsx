import { useState } from 'react'
import { deviceZone, todayIn } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { addMonths, type Day } from '#web/ui/dates/days.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type AgeFieldProps = {
  value: Day | ''
  onChange: (birthOn: Day | '') => void
  optional: boolean
  error?: string | undefined
}

const longestYears = 60
const counted = (count: number, from = 0) =>
  Array.from({ length: count - from + 1 }, (_, index) => ({
    value: `${index + from}`,
    label: `${index + from}`,
  }))

/** Returns the first day of the month of birth for a given age. */
const bornAgo = (today: Day, years: number, months: number): Day =>
  `${addMonths(today, -(years * 12 + months)).slice(0, 8)}01`

/** A birthday or an approximate age; both are stored as a day. */
export function AgeField({ value, onChange, optional, error }: AgeFieldProps) {
  const [today] = useState(() => todayIn(deviceZone()))
  const [known, setKnown] = useState<'day' | 'about'>('day')
  const [years, setYears] = useState('')
  const [months, setMonths] = useState('')

  const guess = (nextYears: string, nextMonths: string) => {
    setYears(nextYears)
    setMonths(nextMonths)
    if (nextYears !== '' || nextMonths !== '')
      onChange(bornAgo(today, Number(nextYears || 0), Number(nextMonths || 0)))
  }

  return (
    <div className="grid gap-3">
      <RadioGroup
        label="Age"
        name="age-known"
        variant="row"
        optional={optional}
        value={known}
        onChange={(choice) => setKnown(choice === 'about' ? 'about' : 'day')}
        options={[
          { value: 'day', label: 'I know the birthday' },
          { value: 'about', label: 'I know the approximate age' },
        ]}
      />
      {known === 'day' ? (
        <DatePicker
          label="Birthday"
          name="birthOn"
          value={value || null}
          min={addMonths(today, -12 * longestYears)}
          max={today}
          formatDay={(day) => formatDay(day, 'long')}
          error={error}
          onChange={(day) => onChange(day ?? '')}
        />
      ) : (
        <div className="grid grid-cols-2 gap-4">
          <Select
            label="Years"
            name="birthOn"
            value={years}
            placeholder="Choose"
            options={counted(longestYears)}
            error={error}
            onChange={(event) => guess(event.target.value, months)}
          />
          <Select
            label="Months"
            value={months}
            placeholder="Choose"
            options={counted(11)}
            hint={value ? `Born about ${formatDay(value, 'month')}` : undefined}
            onChange={(event) => guess(years, event.target.value)}
          />
        </div>
      )}
    </div>
  )
}
