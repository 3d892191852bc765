import { toCalendarDate } from '@internationalized/date'
import { useRef, useState } from 'react'
import { Calendar } from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { CalendarPopup, Months, useFocusReturn } from '#web/ui/dates/calendar-rich.tsx'
import type { DatePickerProps } from '#web/ui/dates/date-props.ts'
import { DayField, dateOf } from '#web/ui/dates/day-field-rich.tsx'
import { type Day, shortDay } from '#web/ui/dates/days.ts'
import { useMonths } from '#web/ui/dates/use-months.ts'
import { FieldError } from '#web/ui/forms/field.tsx'

export type DatePickerRichProps = Omit<
  DatePickerProps,
  'value' | 'defaultValue' | 'onChange' | 'className'
> & {
  id: string
  value: Day | null
  onChange: (value: Day | null) => void
  describedBy?: string | undefined
  openAtFirst: boolean
  /** Called while the plain field is still mounted. */
  focusedBefore: () => boolean
}

export default function DatePickerRich(props: DatePickerRichProps) {
  const {
    id,
    label,
    name,
    value,
    onChange,
    min,
    max,
    unavailable,
    locale = 'en-GB',
    formatDay = shortDay,
    error,
    optional,
    describedBy,
  } = props
  const [focused] = useState(props.focusedBefore)
  const [open, setOpen] = useState(props.openAtFirst)
  const button = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLDivElement>(null)
  const reason = value && !error ? unavailable?.(value, null) : null
  const close = () => setOpen(false)
  useFocusReturn(open, () => button.current)
  return (
    <I18nProvider locale={locale}>
      <div ref={anchor}>
        <DayField
          {...{ id, name, value, onChange, min, max, describedBy, formatDay, open }}
          label={optional ? `${label} (optional)` : label}
          invalid={error !== undefined || Boolean(reason)}
          focusFirst={focused}
          onOpen={() => setOpen(true)}
          buttonRef={button}
        />
      </div>
      {value && reason && (
        <FieldError id={`${id}-problem`}>{`${formatDay(value)} is not available: ${reason}`}</FieldError>
      )}
      <CalendarPopup title={label} open={open} onClose={close} anchor={anchor}>
        <DayPanel
          {...{ label, value, min, max, unavailable, locale }}
          onPick={(day) => {
            onChange(day)
            close()
          }}
        />
      </CalendarPopup>
    </I18nProvider>
  )
}

type DayPanelProps = Pick<DatePickerRichProps, 'label' | 'value' | 'min' | 'max' | 'unavailable'> & {
  locale: string
  onPick: (day: Day) => void
}

function DayPanel({ label, value, min, max, unavailable, locale, onPick }: DayPanelProps) {
  const { panel, calendar, count } = useMonths({
    label,
    locale,
    focusOn: value,
    min,
    max,
    unavailable,
    range: false,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the calendar inside has the roles
    <div {...panel}>
      <Calendar
        {...calendar}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar opens because somebody asked for it
        autoFocus
        value={dateOf(value)}
        onChange={(date) => onPick(toCalendarDate(date).toString())}
      >
        <Months count={count} unavailable={unavailable} range={false} />
      </Calendar>
    </div>
  )
}
