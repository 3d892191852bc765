import type { FieldText } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type TimeSelectProps = FieldText & {
  name?: string | undefined
  id?: string | undefined
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((time: string) => void) | undefined
  /** 'HH:MM', both inclusive. */
  from?: string
  to?: string
  stepMinutes?: number
  formatTime?: ((time: string) => string) | undefined
  placeholder?: string | undefined
  className?: string | undefined
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function timesBetween(from: string, to: string, stepMinutes: number) {
  const first = minutesOf(from)
  return Array.from({ length: Math.floor((minutesOf(to) - first) / stepMinutes) + 1 }, (_, index) =>
    timeOf(first + index * stepMinutes),
  )
}

/** Picks a time of day from a list. A value between the steps is kept and added to the list. */
export function TimeSelect({
  from = '06:00',
  to = '22:00',
  stepMinutes = 30,
  formatTime = (time) => time,
  value,
  defaultValue,
  onChange,
  ...field
}: TimeSelectProps) {
  const own = value ?? defaultValue
  const times = timesBetween(from, to, stepMinutes)
  const listed = own && !times.includes(own) ? [...times, own].sort() : times
  return (
    <Select
      {...field}
      {...(value === undefined ? { defaultValue } : { value })}
      onChange={(event) => onChange?.(event.target.value)}
      options={listed.map((time) => ({ value: time, label: formatTime(time) }))}
    />
  )
}
