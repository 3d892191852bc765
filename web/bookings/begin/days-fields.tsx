import { Icon } from '#web/ui/icon.tsx'
import { isStay, type Service } from '#contract/codes.ts'
import { formatZone } from '#contract/words.ts'
import { type DaysState, type VisitRow, withVisit } from '#web/bookings/begin/days-state.ts'
import { todayIn } from '#web/clock.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import type { Day } from '#web/ui/dates/days.ts'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { capitalised, unitWord } from '#web/words.ts'

type DaysFieldsProps = {
  state: DaysState
  timeZone: string
  /** The first selectable day if it is before today, for a booking that has already started. */
  from?: Day
  error: string | undefined
  onChange: (state: DaysState) => void
}

/** Date fields: first and last day of a stay with their times, or each visit separately. */
export function DaysFields({ state, timeZone, from, error, onChange }: DaysFieldsProps) {
  const change = (part: Partial<DaysState>) => onChange({ ...state, ...part })
  const today = todayIn(timeZone)
  const min = from && from < today ? from : today
  return (
    <div className="grid gap-3">
      {isStay(state.service) ? (
        <StayFields {...{ state, min, change }} />
      ) : (
        <Visits {...{ state, min, change }} />
      )}
      {error && <FieldError id="days-error">{error}</FieldError>}
      <p className="text-sm text-ink-2">{formatZone(timeZone)} time.</p>
    </div>
  )
}

type DaysProps = { state: DaysState; min: Day; change: (part: Partial<DaysState>) => void }

function StayFields({ state: { service, start, end, startTime, endTime }, min, change }: DaysProps) {
  const isBoarding = service === 'boarding'
  return (
    <>
      <DateRange
        label="When"
        startName="days"
        endName="end"
        min={min}
        value={{ start, end }}
        onChange={(range) => change({ start: range.start, end: range.end })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeSelect
          label={isBoarding ? 'Drop-off at' : 'Arrival at'}
          name="startTime"
          value={startTime}
          onChange={(time) => change({ startTime: time })}
        />
        <TimeSelect
          label={isBoarding ? 'Pick-up at' : 'Departure at'}
          name="endTime"
          value={endTime}
          onChange={(time) => change({ endTime: time })}
        />
      </div>
    </>
  )
}

function Visits({ state, min, change }: DaysProps) {
  const { service, visits } = state
  return (
    <>
      <ol className="grid gap-3">
        {visits.map((visit, index) => (
          <VisitFields
            key={visit.key}
            {...{ visit, index, min, service }}
            onChange={(next) => change({ visits: visits.map((one) => (one.key === visit.key ? next : one)) })}
            onRemove={
              visits.length > 1
                ? () => change({ visits: visits.filter(({ key }) => key !== visit.key) })
                : undefined
            }
          />
        ))}
      </ol>
      <Button
        kind="quiet"
        size="small"
        className="-ml-3 w-fit"
        icon={<Icon name="plus" size={16} />}
        onClick={() => change(withVisit(state))}
      >
        {`Another ${unitWord(service)}`}
      </Button>
    </>
  )
}

const lengths: Partial<Record<Service, readonly { value: string; label: string }[]>> = {
  drop_in: [
    { value: '30', label: '30 minutes' },
    { value: '60', label: '60 minutes' },
  ],
  dog_walking: [
    { value: '30', label: '30 minutes' },
    { value: '60', label: '60 minutes' },
  ],
  day_care: [4, 6, 8, 10, 12].map((hours) => ({ value: `${hours * 60}`, label: `${hours} hours` })),
}

type VisitFieldsProps = {
  visit: VisitRow
  index: number
  service: Service
  min: string
  onChange: (visit: VisitRow) => void
  onRemove: (() => void) | undefined
}

function VisitFields({ visit, index, service, min, onChange, onRemove }: VisitFieldsProps) {
  const name = `${capitalised(unitWord(service))} ${index + 1}`
  const known = lengths[service] ?? []
  const own = `${visit.minutes}`
  const options = known.some(({ value }) => value === own)
    ? known
    : [...known, { value: own, label: `${own} minutes` }]
  return (
    <li className="grid gap-2 rounded-control border p-3">
      <div className="flex items-center justify-between">
        <span className="text-sm font-semibold">{name}</span>
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove ${name.toLowerCase()}`}
            className={buttonStyle({ kind: 'quiet', size: 'small', iconOnly: true })}
            onClick={onRemove}
          >
            <Icon name="x" size={16} />
          </button>
        )}
      </div>
      <DatePicker
        label="Day"
        name={index === 0 ? 'days' : `visit-${visit.key}`}
        min={min}
        value={visit.on}
        onChange={(on) => onChange({ ...visit, on })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeSelect
          label="At"
          name={`time-${visit.key}`}
          value={visit.time}
          onChange={(time) => onChange({ ...visit, time })}
        />
        <Select
          label="Length"
          name={`minutes-${visit.key}`}
          value={own}
          options={options}
          onChange={(event) => onChange({ ...visit, minutes: Number(event.target.value) })}
        />
      </div>
    </li>
  )
}
