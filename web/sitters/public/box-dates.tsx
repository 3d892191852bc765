import { Icon } from '#web/ui/icon.tsx'
import { useMemo } from 'react'
import { isStay } from '#contract/codes.ts'
import { formatShortMoney, listWords } from '#contract/words.ts'
import { Repeat, VisitList } from '#web/bookings/begin/series-fields.tsx'
import { formatDay } from '#web/format.ts'
import {
  type Missing,
  mostVisitsPerDay,
  toggleWeekday,
  usualTimes,
  visitsOf,
  weekdaysOf,
} from '#web/sitters/public/booking-state.ts'
import { pickerReason } from '#web/sitters/public/free-days.ts'
import type { AnyBookingFormState } from '#web/sitters/public/use-booking.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ToggleChip } from '#web/ui/chip.tsx'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import { addDays, type Day, daysBetween, englishDays, weekdayOf } from '#web/ui/dates/days.ts'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { capitalised, unitCount, unitWord } from '#web/words.ts'

type BoxDatesProps = { booking: AnyBookingFormState; today: Day; errors: readonly Missing[] }
const horizonDays = 365

/** The nights of a stay, or the days and times of visits. */
export function BoxDates({ booking, today, errors }: BoxDatesProps) {
  const { state, sitter, days, needed, chooseDates, leftOut } = booking
  const stay = isStay(state.service)
  const first = sitter.name.split(' ')[0] ?? sitter.name
  const unavailable = useMemo(
    () => pickerReason(state.service, days, needed, first),
    [state.service, days, needed, first],
  )
  const error = errors.find(({ name }) => name === 'start' || name === 'end')?.message
  const missingDays = errors.find(({ name }) => name === 'days')?.message
  return (
    <div className="grid gap-3">
      <DateRange
        label="When"
        startLabel={stay ? 'Drop-off' : 'First day'}
        endLabel={stay ? 'Pick-up' : 'Last day'}
        startName="start"
        endName="end"
        min={today}
        max={addDays(today, horizonDays)}
        value={{ start: state.start, end: state.end }}
        onChange={chooseDates}
        unavailable={unavailable}
        error={error}
      />
      {leftOut.length > 0 && (
        <output className="block text-sm text-ink-2">
          {`Left out, because ${first} is not free: ${listWords(leftOut.map((day) => formatDay(day)))}.`}
        </output>
      )}
      {missingDays && <FieldError id="field-box-days">{missingDays}</FieldError>}
      {stay ? <StayTimes booking={booking} /> : <VisitTimes booking={booking} />}
    </div>
  )
}

function StayTimes({ booking: { state, change, service } }: { booking: AnyBookingFormState }) {
  if (!isStay(state.service)) return null
  const usual = usualTimes[state.service]
  const isBoarding = state.service === 'boarding'
  return (
    <details className="group/times">
      <summary className="link w-fit cursor-pointer text-sm">
        {`${isBoarding ? 'Drop-off' : 'Arrival'} ${state.startTime ?? usual.start}, ${isBoarding ? 'pick-up' : 'leaving'} ${state.endTime ?? usual.end}: change`}
      </summary>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <TimeSelect
          label={isBoarding ? 'Drop-off at' : 'Sitter arrives'}
          name="startTime"
          id="field-box-startTime"
          value={state.startTime ?? usual.start}
          onChange={(time) => change({ startTime: time === usual.start ? null : time })}
        />
        <TimeSelect
          label={isBoarding ? 'Pick-up at' : 'Sitter leaves'}
          name="endTime"
          id="field-box-endTime"
          value={state.endTime ?? usual.end}
          onChange={(time) => change({ endTime: time === usual.end ? null : time })}
          hint={
            service?.rates.latePickup ? 'Late pick-up costs extra; the price below includes it.' : undefined
          }
        />
      </div>
    </details>
  )
}

function VisitTimes({ booking }: { booking: AnyBookingFormState }) {
  const { state, missing } = booking
  const { start, end } = state
  const overlap = missing.find(({ name }) => name === 'times')?.message
  const isCare = state.service === 'day_care'
  const spansDays = start !== null && end !== null && start < end
  return (
    <>
      <Repeat booking={booking} />
      {spansDays && <Weekdays booking={booking} />}
      <FieldGroup
        label={isCare ? 'Drop-off and pick-up' : `Times of each ${unitWord(state.service)}`}
        error={overlap}
      >
        {isCare ? <CareHours booking={booking} /> : <VisitTimeList booking={booking} />}
      </FieldGroup>
      {!isCare && <VisitLength booking={booking} />}
      <VisitList booking={booking} />
      <input type="hidden" name="except" value={state.except.join(',')} />
    </>
  )
}

function VisitTimeList({ booking: { state, change } }: { booking: AnyBookingFormState }) {
  const { times } = state
  return (
    <div className="grid gap-2">
      {times.map((time, index) => (
        <div key={time} className="flex items-center gap-2">
          <TimeSelect
            label={`Time ${index + 1}`}
            labelHidden
            name="times"
            id={`field-box-time-${index}`}
            value={time}
            onChange={(next) => change({ times: times.map((one) => (one === time ? next : one)) })}
            className="flex-1"
          />
          {times.length > 1 && (
            <button
              type="button"
              aria-label={`Remove ${time}`}
              className={buttonStyle({ kind: 'quiet', iconOnly: true })}
              onClick={() => change({ times: times.filter((one) => one !== time) })}
            >
              <Icon name="x" size={18} />
            </button>
          )}
        </div>
      ))}
      {times.length < mostVisitsPerDay && (
        <Button
          kind="quiet"
          size="small"
          className="-ml-3 w-fit"
          icon={<Icon name="plus" size={16} />}
          onClick={() => change({ times: [...times, laterThan(times.at(-1) ?? '09:00', times)] })}
        >
          {`Another ${unitWord(state.service)} each day`}
        </Button>
      )}
    </div>
  )
}

const clock = (minutes: number) =>
  `${`${Math.floor(minutes / 60)}`.padStart(2, '0')}:${`${minutes % 60}`.padStart(2, '0')}`
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Suggests a time some hours from the given one, within the day and not used yet. */
function laterThan(time: string, taken: readonly string[]): string {
  for (const hours of [4, 3, 2, 1, -1, -2, -3, -4]) {
    const minutes = minutesOf(time) + hours * 60
    const candidate = clock(minutes)
    if (minutes >= 6 * 60 && minutes <= 22 * 60 && !taken.includes(candidate)) return candidate
  }
  return '12:00'
}

function CareHours({ booking: { state, change } }: { booking: AnyBookingFormState }) {
  const from = state.times[0] ?? '08:00'
  const until = clock(minutesOf(from) + state.minutes)
  return (
    <div className="grid grid-cols-2 gap-3">
      <TimeSelect
        label="Drop-off"
        name="times"
        id="field-box-time-0"
        from="06:00"
        to="11:00"
        value={from}
        onChange={(time) => change({ times: [time], minutes: lengthOf(time, until) })}
      />
      <TimeSelect
        label="Pick-up"
        id="field-box-until"
        from="12:00"
        to="20:00"
        value={until}
        onChange={(time) => change({ minutes: lengthOf(from, time) })}
      />
    </div>
  )
}

/** Minutes of day care, limited to between one and twelve hours. */
const lengthOf = (from: string, until: string) =>
  Math.min(720, Math.max(60, minutesOf(until) - minutesOf(from)))

function VisitLength({ booking: { state, change, service, sitter } }: { booking: AnyBookingFormState }) {
  const extra = service?.rates.minutes60Extra
  if (extra === null || extra === undefined) return null
  return (
    <RadioGroup
      label="Length"
      name="minutes"
      variant="row"
      value={`${state.minutes}`}
      onChange={(minutes) => change({ minutes: Number(minutes) })}
      options={[
        { value: '30', label: '30 minutes' },
        { value: '60', label: `60 minutes, ${formatShortMoney(extra, sitter.currency)} more before fees` },
      ]}
    />
  )
}

/** Toggles for the weekdays of the range. */
function Weekdays({ booking: { state, chooseDates } }: { booking: AnyBookingFormState }) {
  const on = weekdaysOf(state)
  const { start, end } = state
  const inRange = start && end ? new Set(daysBetween(start, end).map(weekdayOf)) : new Set<number>()
  const count = visitsOf(state).length
  return (
    <FieldGroup label="On these days" hint={capitalised(unitCount(count, state.service))}>
      <div className="flex flex-wrap gap-1.5">
        {englishDays.weekdays.map((name, index) =>
          inRange.has(index) ? (
            <ToggleChip
              key={name}
              selected={on.has(index)}
              onToggle={() => chooseDates({ start, end }, toggleWeekday(state, index).skip)}
              className="px-3!"
            >
              {name.slice(0, 3)}
              <span className="sr-only">{name.slice(3)}</span>
            </ToggleChip>
          ) : null,
        )}
      </div>
      <input type="hidden" name="skip" value={state.skip.join(',')} />
    </FieldGroup>
  )
}
