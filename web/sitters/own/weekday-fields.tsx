import { type Service, weekdays } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import { activeIn } from '#web/sitters/own/sitter-form.ts'
import { englishDays } from '#web/ui/dates/days.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { unitWord } from '#web/words.ts'

const noticeChoices = [0, 3, 6, 12, 24, 48, 72, 168]
const hoursInWords = (hours: number): string =>
  hours === 0 ? 'None' : hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')

const placesWords = (service: string): string =>
  service === 'boarding' || service === 'day_care'
    ? 'pets'
    : service === 'house_sitting'
      ? '1 or 0'
      : 'visits'

/** Default number of places for each weekday; single days are changed in the calendar. */
export function WeekdayFields(props: SitterFields) {
  const { form, change } = props
  const offered = activeIn(form)
  if (offered.length === 0)
    return (
      <p className="text-ink-2">Choose at least one service first. You can then set your usual week here.</p>
    )
  return (
    <div className="grid gap-7">
      {offered.map((code) => (
        <ServiceWeek key={code} code={code} {...props} />
      ))}
      <div className="grid gap-5 border-t pt-6">
        <NumberStepper
          label="Guests in your home at the same time, boarding and day care together"
          name="homeCeiling"
          unit="guest"
          min={1}
          max={50}
          value={form.homeCeiling}
          onChange={(homeCeiling) => change({ homeCeiling })}
        />
        <Checkbox
          label="Only one household at a time"
          hint="Pets of two owners never meet at your home."
          name="oneHousehold"
          checked={form.oneHousehold}
          onChange={(event) => change({ oneHousehold: event.target.checked })}
        />
        {offered.includes('house_sitting') && (
          <Checkbox
            label="Visits and walks while I am house sitting"
            name="visitsWhileSitting"
            checked={form.visitsWhileSitting}
            onChange={(event) => change({ visitsWhileSitting: event.target.checked })}
          />
        )}
      </div>
    </div>
  )
}

type ServiceWeekProps = SitterFields & { code: Service }

function ServiceWeek({ code, form, change, errorFor, defaults }: ServiceWeekProps) {
  const service = form.services[code]!
  const set = (part: Partial<typeof service>) =>
    change({ services: { ...form.services, [code]: { ...service, ...part } } })
  const most = code === 'house_sitting' ? 1 : 50
  const notices = [...new Set([...noticeChoices, service.noticeHours, defaults.noticeHours[code]])]
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">
        {serviceNames[code]}{' '}
        <span className="font-normal text-ink-2">
          ({placesWords(code)} on each {unitWord(code) === 'night' ? 'night' : 'day'})
        </span>
      </legend>
      <div className="grid max-w-lg grid-cols-7 gap-1.5 sm:gap-2">
        {weekdays.map((weekday, index) => (
          <label key={weekday} className="grid gap-1 text-center text-xs text-ink-2">
            <span aria-hidden>{englishDays.weekdays[index]?.slice(0, 2)}</span>
            <span className="sr-only">{englishDays.weekdays[index]}</span>
            <input
              type="number"
              inputMode="numeric"
              min={0}
              max={most}
              value={service.weekdayCapacity[index] ?? 0}
              onChange={(event) => {
                const places = Math.min(most, Math.max(0, Math.trunc(event.target.valueAsNumber || 0)))
                set({
                  weekdayCapacity: service.weekdayCapacity.map((old, at) => (at === index ? places : old)),
                })
              }}
              className="figures min-h-11 w-full min-w-0 [appearance:textfield] rounded-control [&::-webkit-inner-spin-button]:appearance-none border border-control bg-card text-center text-base font-semibold text-ink"
            />
          </label>
        ))}
      </div>
      <Select
        label="Notice you need before it begins"
        name={`${code}.noticeHours`}
        className="max-w-60"
        value={`${service.noticeHours}`}
        error={errorFor(`${code}.noticeHours`)}
        options={notices
          .toSorted((a, b) => a - b)
          .map((hours) => ({ value: `${hours}`, label: hoursInWords(hours) }))}
        onChange={(event) => set({ noticeHours: Number(event.target.value) })}
      />
    </fieldset>
  )
}
