import { Icon } from '#web/ui/icon.tsx'
import { type CalendarDate, parseDate } from '@internationalized/date'
import { type ReactNode, type RefObject, useRef } from 'react'
import { DateField, DateInput, DateSegment, Label } from 'react-aria-components/DateField'
import { cx } from '#web/ui/cx.ts'
import { type Day, shortDay } from '#web/ui/dates/days.ts'
import { DayText, PressCover } from '#web/ui/dates/native-day.tsx'
import { labelStyle } from '#web/ui/forms/field.tsx'

export const dateOf = (day: Day | null | undefined): CalendarDate | null => (day ? parseDate(day) : null)

type DayFieldProps = {
  id: string
  label: string
  name?: string | undefined
  value: Day | null
  onChange: (day: Day | null) => void
  min?: Day | undefined
  max?: Day | undefined
  invalid: boolean
  describedBy?: string | undefined
  focusFirst: boolean
  formatDay?: ((day: Day) => string) | undefined
  open: boolean
  onOpen: () => void
  buttonRef: RefObject<HTMLButtonElement | null>
  children?: ReactNode
}

/** Editable day, month and year segments with a button that opens the calendar. */
export function DayField(props: DayFieldProps) {
  const {
    id,
    label,
    name,
    value,
    onChange,
    min,
    max,
    invalid,
    describedBy,
    focusFirst,
    formatDay = shortDay,
    open,
    onOpen,
    buttonRef,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const limits = { ...(min && { minValue: parseDate(min) }), ...(max && { maxValue: parseDate(max) }) }
  const press = () => {
    buttonRef.current?.focus({ preventScroll: true })
    onOpen()
  }
  return (
    <DateField
      {...limits}
      {...(name && { name })}
      value={dateOf(value)}
      onChange={(date) => onChange(date ? date.toString() : null)}
      isInvalid={invalid}
      validationBehavior="aria"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes over the focus of the field it replaces
      autoFocus={focusFirst}
      shouldForceLeadingZeros
      {...(describedBy && { 'aria-describedby': describedBy })}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <Label className={labelStyle}>{label}</Label>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Alt and the arrow are a second way to the button inside */}
      <div
        ref={box}
        id={id}
        className={cx(
          'group/day relative flex min-h-12 items-center rounded-control border bg-card pl-3.5 transition-colors focus-within:border-ink-2 hover:border-ink-2',
          invalid ? 'border-2 border-rust' : 'border-control',
        )}
        onKeyDownCapture={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return
          event.preventDefault()
          event.stopPropagation()
          press()
        }}
      >
        <Segments />
        <DayText day={value} formatDay={formatDay} />
        <PressCover onPress={press} />
        <CalendarButton {...{ label, open, onOpen, buttonRef }} />
      </div>
    </DateField>
  )
}

function Segments() {
  return (
    <DateInput className="figures flex min-w-0 flex-1 items-center overflow-hidden whitespace-pre opacity-0 focus-within:opacity-100">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-sm p-0.5 outline-none focus:bg-green focus:text-on-green data-placeholder:text-ink-3 data-placeholder:focus:text-on-green data-[type=literal]:px-0"
        />
      )}
    </DateInput>
  )
}

type CalendarButtonProps = Pick<DayFieldProps, 'label' | 'open' | 'onOpen' | 'buttonRef'>

function CalendarButton({ label, open, onOpen, buttonRef }: CalendarButtonProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      aria-label={`${label}: choose in a calendar`}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onOpen}
      className="relative grid h-11 w-9 shrink-0 place-items-center rounded-control text-ink-2 hover:text-ink sm:w-11"
    >
      <Icon name="calendar-days" size={18} />
    </button>
  )
}
