import { Link } from 'react-router'
import {
  type InstantBooking,
  instantBookings,
  isStay,
  stayPolicies,
  type StayPolicy,
} from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import { activeIn } from '#web/sitters/own/sitter-form.ts'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'

const names: Record<StayPolicy, string> = { flexible: 'Flexible', moderate: 'Moderate', strict: 'Strict' }

const instantOptions: { value: InstantBooking; label: string; hint: string }[] = [
  { value: 'off', label: 'Nobody', hint: 'You answer each request within a day.' },
  {
    value: 'repeat',
    label: 'Owners I have looked after',
    hint: 'Owners who have completed a booking with you can book free days at once.',
  },
  {
    value: 'everyone',
    label: 'Everybody',
    hint: 'Anybody whose pets you take can book free days at once. Keep your calendar up to date.',
  },
]

/** The cancellation policy; only stays have a choice. */
export function PolicyFields({ form, change, errorFor, defaults }: SitterFields) {
  const offered = activeIn(form)
  const stays = offered.filter(isStay)
  const options = stayPolicies.map((value) => ({
    value,
    label: names[value],
    hint: `Full refund until noon ${plural(defaults.cutoffDays[value], 'day')} before the start, then half of the next seven nights.`,
  }))
  return (
    <div className="grid gap-7">
      {stays.map((code) => {
        const service = form.services[code]!
        return (
          <RadioGroup
            key={code}
            label={serviceNames[code]}
            name={`${code}.policy`}
            variant="cards"
            value={service.policy}
            error={errorFor(`${code}.policy`)}
            onChange={(value) => {
              const policy = stayPolicies.find((one) => one === value)
              if (policy) change({ services: { ...form.services, [code]: { ...service, policy } } })
            }}
            options={options}
          />
        )
      })}
      {offered.length > stays.length && (
        <p className="max-w-measure">
          Visits, walks and day care have one rule for everybody: each one is free to cancel until 24 hours
          before it begins, in a weekly series until 12 hours before.
        </p>
      )}
      {offered.length > 0 && (
        <RadioGroup
          label="Who may book without asking first"
          name="instantBooking"
          variant="cards"
          value={form.instantBooking}
          error={errorFor('instantBooking')}
          onChange={(value) => {
            const chosen = instantBookings.find((code) => code === value)
            if (chosen) change({ instantBooking: chosen })
          }}
          options={instantOptions}
        />
      )}
      {offered.length === 0 && <p className="text-ink-2">Choose at least one service first.</p>}
      <p className="max-w-measure text-[0.9375rem] text-ink-2">
        If you cancel, the owner gets back everything that was not delivered.{' '}
        <Link to={paths.legal('cancellation-policy')} className="link">
          The policies with examples
        </Link>
      </p>
    </div>
  )
}
