import { useState } from 'react'
import { plural } from '#web/format.ts'
import { changesFor, type DayChange, type Offered } from '#web/sitters/own/calendar-days.ts'
import { Button } from '#web/ui/button.tsx'
import type { DateRangeValue } from '#web/ui/dates/date-props.ts'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import { type Day, daysBetween } from '#web/ui/dates/days.ts'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'

type BulkDaysProps = {
  today: Day
  last: Day
  offered: readonly Offered[]
  onApply: (changes: readonly DayChange[], words: string) => Promise<boolean>
  pending: boolean
}

type Apply = (changesOf: (days: Day[]) => DayChange[], done: string) => void

const nothing: DateRangeValue = { start: null, end: null }

/** Changes a range of days at once, such as a holiday or a quiet month with more places. */
export function BulkDays({ today, last, offered, onApply, pending }: BulkDaysProps) {
  const [range, setRange] = useState(nothing)
  const [error, setError] = useState<string>()

  const apply: Apply = (changesOf, done) => {
    const { start, end } = range
    if (!start || !end) {
      setError('Choose the first and the last day')
      return
    }
    setError(undefined)
    const days = daysBetween(start, end)
    void onApply(changesOf(days), `${plural(days.length, 'day')} ${done}`)
  }

  return (
    <section aria-labelledby="bulk" className="grid gap-4 border-t pt-6">
      <h3 id="bulk" className="text-lg">
        Several days at once
      </h3>
      <DateRange
        label="Days"
        startLabel="First day"
        endLabel="Last day"
        min={today}
        max={last}
        value={range}
        onChange={setRange}
        error={error}
        className="max-w-md"
      />
      <div className="flex flex-wrap items-end gap-3">
        <Button
          disabled={pending}
          onClick={() => apply((days) => changesFor(days, 'blocked', offered), 'closed')}
        >
          Close these days
        </Button>
        <Button
          disabled={pending}
          onClick={() => apply((days) => changesFor(days, 'free', offered), 'opened')}
        >
          Open these days
        </Button>
      </div>
      <SamePlaces {...{ offered, pending, apply }} />
    </section>
  )
}

type SamePlacesProps = Pick<BulkDaysProps, 'offered' | 'pending'> & { apply: Apply }

function SamePlaces({ offered, pending, apply }: SamePlacesProps) {
  const [places, setPlaces] = useState(1)
  const resized = (days: Day[]) =>
    days.flatMap((on) => offered.map(({ service }) => ({ on, service, capacity: places })))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <NumberStepper
        label="Places on each day"
        unit="place"
        min={0}
        max={50}
        value={places}
        onChange={setPlaces}
      />
      <Button disabled={pending} onClick={() => apply(resized, `set to ${plural(places, 'place')}`)}>
        Set the places
      </Button>
    </div>
  )
}
