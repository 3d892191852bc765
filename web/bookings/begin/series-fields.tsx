import {
  repeatFor,
  seriesWords,
  visitDays,
  weekChoices,
  weeksOf,
  withVisit,
} from '#web/bookings/begin/series.ts'
import { formatDay, plural } from '#web/format.ts'
import { visitsOf } from '#web/sitters/public/booking-state.ts'
import type { AnyBookingFormState } from '#web/sitters/public/use-booking.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { FieldError, fieldId } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { capitalised, unitCount, unitWord } from '#web/words.ts'

/** Repeats the chosen weekdays for a number of weeks. */
export function Repeat({ booking }: { booking: AnyBookingFormState }) {
  const { state, chooseDates, mostVisits } = booking
  const weeks = weeksOf(state)
  if (!state.start) return null
  return (
    <Select
      label="Repeat weekly"
      id="field-box-weeks"
      value={weeks === null ? '' : `${weeks}`}
      placeholder={weeks === null ? 'Only on these dates' : undefined}
      onChange={(event) => {
        const series = repeatFor(state, Number(event.target.value))
        if (series && event.target.value) chooseDates(series, series.skip)
      }}
      options={weekChoices(state, mostVisits).map((count) => ({
        value: `${count}`,
        label: `For ${plural(count, 'week')}`,
      }))}
    />
  )
}

/** Lists every visit; each can be moved within its day or left out. */
export function VisitList({ booking }: { booking: AnyBookingFormState }) {
  const { state, change, missing } = booking
  const days = visitDays(state)
  const error = missing.find(({ name }) => name === 'visits')?.message
  const hasTimes = missing.every(({ name }) => name !== 'times')
  if (days.length === 0 || !hasTimes || (days.length === 1 && state.times.length === 1)) return null
  const word = unitWord(state.service)
  const words = seriesWords(state)
  return (
    <div className="grid gap-2">
      {words && <output className="block text-[0.9375rem]">{`${words}.`}</output>}
      <details open={error ? true : undefined}>
        <summary id={fieldId('box-visits')} className="link w-fit cursor-pointer text-sm">
          {`${capitalised(unitCount(visitsOf(state).length, state.service))}: change individual ones`}
        </summary>
        {error && <FieldError id={`${fieldId('box-visits')}-error`}>{error}</FieldError>}
        <ul
          aria-label={`Every ${word}`}
          className="mt-3 grid max-h-80 divide-y overflow-y-auto rounded-control border border-line"
        >
          {days.flatMap(({ on, visits }) =>
            visits.map(({ key, time }) => (
              <li key={key} className="flex min-h-14 items-center gap-2 px-3 py-1">
                <span className={time ? 'flex-1' : 'flex-1 text-ink-2 line-through'}>{formatDay(on)}</span>
                {time && (
                  <TimeSelect
                    label={`Time of the ${word} on ${formatDay(on)} at ${time}`}
                    labelHidden
                    value={time}
                    onChange={(next) => change({ except: withVisit(state, key, next) })}
                    className="w-28"
                  />
                )}
                <Button
                  kind="quiet"
                  size="small"
                  aria-label={`${time ? 'Leave out' : 'Put back'} ${formatDay(on)}, ${time ?? key.slice(-5)}`}
                  onClick={() => change({ except: withVisit(state, key, time ? null : key.slice(-5)) })}
                >
                  {time ? 'Leave out' : 'Put back'}
                </Button>
              </li>
            )),
          )}
        </ul>
      </details>
    </div>
  )
}
