import type { CalendarDate } from '@internationalized/date'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RangeCalendar, RangeCalendarStateContext } from 'react-aria-components/RangeCalendar'
import { Button } from '#web/ui/button.tsx'
import { CalendarPopup, Months, useFocusReturn } from '#web/ui/dates/calendar-rich.tsx'
import type { DateRangeProps, DateRangeValue, Edge } from '#web/ui/dates/date-props.ts'
import { DayField, dateOf } from '#web/ui/dates/day-field-rich.tsx'
import { shortDay } from '#web/ui/dates/days.ts'
import { useMonths } from '#web/ui/dates/use-months.ts'
import { FieldError } from '#web/ui/forms/field.tsx'

export type DateRangeRichProps = Omit<DateRangeProps, 'value' | 'defaultValue' | 'onChange' | 'className'> & {
  ids: Record<Edge, string>
  value: DateRangeValue
  onChange: (value: DateRangeValue) => void
  describedBy?: string | undefined
  openAtFirst: Edge | null
  /** Called while the plain fields are still mounted. */
  focusedBefore: () => Edge | null
}

export default function DateRangeRich(props: DateRangeRichProps) {
  const { ids, value, onChange, min, max, unavailable, formatDay = shortDay, error, describedBy } = props
  const { locale = 'en-GB' } = props
  const labels = { start: props.startLabel ?? 'Drop-off', end: props.endLabel ?? 'Pick-up' }
  const names = { start: props.startName, end: props.endName }
  const [focused] = useState(props.focusedBefore)
  const [open, setOpen] = useState<Edge | null>(props.openAtFirst)
  const buttons = { start: useRef<HTMLButtonElement>(null), end: useRef<HTMLButtonElement>(null) }
  const anchor = useRef<HTMLDivElement>(null)
  const problem = error ? null : problemOf(value, labels, unavailable, formatDay)

  useFocusReturn(open, (edge) => buttons[edge].current)

  return (
    <I18nProvider locale={locale}>
      <div ref={anchor} className="grid grid-cols-2 gap-3">
        {(['start', 'end'] as const).map((edge) => (
          <DayField
            key={edge}
            id={ids[edge]}
            label={labels[edge]}
            name={names[edge]}
            value={value[edge]}
            onChange={(day) => onChange({ ...value, [edge]: day })}
            min={min}
            max={max}
            invalid={error !== undefined || problem?.edge === edge}
            describedBy={describedBy}
            focusFirst={focused === edge}
            formatDay={formatDay}
            open={open === edge}
            onOpen={() => setOpen(edge)}
            buttonRef={buttons[edge]}
          />
        ))}
      </div>
      {problem && <FieldError id={`${ids.start}-problem`}>{problem.text}</FieldError>}
      <RangePopup {...props} {...{ locale, open, anchor }} onClose={() => setOpen(null)} />
    </I18nProvider>
  )
}

type RangePopupProps = Pick<
  DateRangeRichProps,
  'label' | 'value' | 'onChange' | 'min' | 'max' | 'unavailable'
> & {
  locale: string
  open: Edge | null
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
}

function RangePopup(props: RangePopupProps) {
  const { label, value, onChange, min, max, unavailable, locale, open, onClose, anchor } = props
  return (
    <CalendarPopup
      title={label}
      open={open !== null}
      onClose={onClose}
      anchor={anchor}
      footer={
        <>
          <Button
            kind="quiet"
            size="small"
            disabled={!value.start && !value.end}
            onClick={() => onChange({ start: null, end: null })}
          >
            Clear dates
          </Button>
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <RangePanel
        {...{ label, value, min, max, unavailable, locale }}
        edge={open ?? 'start'}
        onPick={(picked) => {
          onChange(picked)
          if (picked.end) onClose()
        }}
      />
    </CalendarPopup>
  )
}

type RangePanelProps = Pick<DateRangeRichProps, 'label' | 'value' | 'min' | 'max' | 'unavailable'> & {
  locale: string
  edge: Edge
  /** `end` is null after a day before the start, which becomes the new start. */
  onPick: (value: DateRangeValue) => void
}

function RangePanel({ label, value, min, max, unavailable, locale, edge, onPick }: RangePanelProps) {
  const focusOn = value[edge] ?? value.start
  const { panel, calendar, count, showMore } = useMonths({
    label,
    locale,
    focusOn,
    min,
    max,
    unavailable,
    range: true,
  })
  const start = dateOf(value.start)
  const end = dateOf(value.end)
  const keptStart = edge === 'end' ? start : null
  const pick = (range: DateRangeValue) =>
    onPick(
      keptStart && range.end === value.start && range.start !== range.end ? { ...range, end: null } : range,
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the calendar inside has the roles
    <div {...panel}>
      <RangeCalendar
        {...calendar}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar opens because somebody asked for it
        autoFocus
        value={start && end && start.compare(end) <= 0 ? { start, end } : null}
        onChange={(range) => pick({ start: range.start.toString(), end: range.end.toString() })}
        pageBehavior="single"
        commitBehavior={keptStart ? 'reset' : 'select'}
      >
        {keptStart && <KeepStart start={keptStart} />}
        <Months count={count} unavailable={unavailable} range showMore={showMore} />
      </RangeCalendar>
    </div>
  )
}

/** Makes every press choose the end of the range that begins at `start`. */
function KeepStart({ start }: { start: CalendarDate }) {
  const state = useContext(RangeCalendarStateContext)
  const anchor = state?.anchorDate
  useEffect(() => {
    if (state && (!anchor || anchor.compare(start) !== 0)) state.setAnchorDate(start)
  }, [state, anchor, start])
  return null
}

function problemOf(
  value: DateRangeValue,
  labels: Record<Edge, string>,
  unavailable: DateRangeProps['unavailable'],
  formatDay: (day: string) => string,
) {
  const { start, end } = value
  if (start && end && end < start)
    return { edge: 'end' as const, text: `${labels.end} must not be before ${labels.start.toLowerCase()}` }
  for (const [edge, day, from] of [
    ['start', start, null],
    ['end', end, start],
  ] as const) {
    const reason = day && unavailable?.(day, from)
    if (reason) return { edge, text: `${formatDay(day)} is not available: ${reason}` }
  }
  return null
}
