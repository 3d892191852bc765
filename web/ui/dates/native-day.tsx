import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type Day, isDay, shortDay } from '#web/ui/dates/days.ts'
import { controlStyle } from '#web/ui/forms/field.tsx'

type NativeDayProps = {
  id: string
  name?: string | undefined
  value: Day | null
  onChange: (day: Day | null) => void
  min?: Day | undefined
  max?: Day | undefined
  describedBy?: string | undefined
  invalid?: boolean
  formatDay?: ((day: Day) => string) | undefined
  /** Opens the calendar. */
  onPress: () => void
  /** A click opens the calendar instead of the browser's own picker. */
  hasCalendar: boolean
  busy?: boolean
}

/** A year is typed digit by digit, so "0002-12-12" is an intermediate state on the way to 2026. */
const isFinished = (text: string) => isDay(text) && text >= '1900'

/** The native date field, styled like the rich one. Works before hydration and without JavaScript. */
export function NativeDay(props: NativeDayProps) {
  const {
    id,
    name,
    value,
    onChange,
    min,
    max,
    describedBy,
    invalid = false,
    formatDay = shortDay,
    onPress,
    hasCalendar,
    busy = false,
  } = props
  const [draft, setDraft] = useState<string | null>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the field is the keyboard's way
    <span
      className="group/day relative grid"
      // A press that began on the field and ended on the cover, because the part was hydrated in between.
      onClick={(event) => event.target === event.currentTarget && onPress()}
    >
      <input
        type="date"
        id={id}
        name={name}
        value={draft ?? value ?? ''}
        min={min}
        max={max}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => {
          setDraft(event.target.value)
          onChange(isFinished(event.target.value) ? event.target.value : null)
        }}
        // Only a press before hydration, which the early script replays: later ones are taken by the cover.
        onClick={(event) => !event.isTrusted && onPress()}
        onBlur={() => draft !== null && isFinished(draft) && setDraft(null)}
        className={cx(
          controlStyle,
          'figures min-w-0',
          '[@media(scripting:enabled)]:not-focus:text-transparent [@media(scripting:enabled)]:not-focus:[&::-webkit-datetime-edit]:opacity-0',
          hasCalendar && '[&::-webkit-calendar-picker-indicator]:hidden',
        )}
      />
      <DayText day={value} formatDay={formatDay} />
      {hasCalendar && (
        <>
          <Icon
            name="calendar-days"
            size={18}
            className={cx(
              'pointer-events-none absolute right-3.5 self-center text-ink-2',
              busy && 'animate-pulse',
            )}
          />
          <PressCover onPress={onPress} />
        </>
      )}
    </span>
  )
}

type DayTextProps = { day: Day | null; formatDay: (day: Day) => string }

/** Shows the chosen day with its weekday over the digits until the field has focus. Hidden without JavaScript. */
export function DayText({ day, formatDay }: DayTextProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'figures pointer-events-none absolute inset-y-0 left-3.5 grid items-center whitespace-nowrap max-sm:text-[0.9375rem] group-has-[:is(input,[role=spinbutton]):focus]/day:invisible noscript:hidden',
        day === null && 'text-ink-3',
      )}
    >
      {day === null ? 'Add a date' : formatDay(day)}
    </span>
  )
}

/** Opens the calendar on a click anywhere in the field. The keyboard still reaches the field below. */
export function PressCover({ onPress }: { onPress: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the field and its button are the keyboard's way
    <span
      aria-hidden
      className="absolute inset-0 cursor-pointer rounded-control pointer-fine:group-has-[:is(input,[role=spinbutton]):focus]/day:hidden"
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    />
  )
}
