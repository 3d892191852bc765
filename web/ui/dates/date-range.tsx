import { useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DateRangeProps, DateRangeValue, Edge } from '#web/ui/dates/date-props.ts'
import type { DateRangeRichProps } from '#web/ui/dates/date-range-rich.tsx'
import { NativeDay } from '#web/ui/dates/native-day.tsx'
import { fieldId, FieldNotes, labelStyle, notesOf } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

const loadRich = () => import('#web/ui/dates/date-range-rich.tsx')
const edges = ['start', 'end'] as const
const none: DateRangeValue = { start: null, end: null }

/** Picks two days. Starts as native date fields and loads the two-month calendar on first interaction. */
export function DateRange(props: DateRangeProps) {
  const { label, startName, endName, className } = props
  const made = useId()
  const ids = {
    start: startName ? fieldId(startName) : `${made}-start`,
    end: endName ? fieldId(endName) : `${made}-end`,
  }
  const [own, setOwn] = useState(props.defaultValue ?? none)
  const value = props.value ?? own
  const change = (next: DateRangeValue) => {
    setOwn(next)
    props.onChange?.(next)
  }

  const hydrated = useHydrated()
  const { Rich, request, failed, pressed } = useUpgrade(loadRich)
  const [opening, setOpening] = useState<Edge | null>(null)
  const [typing, setTyping] = useState(false)
  const focusedField = () => edges.find((edge) => document.activeElement?.id === ids[edge]) ?? null
  const describedBy = notesOf(made, props)
  const press = (edge: Edge) => {
    setOpening(edge)
    request()
  }
  const range = { ...props, ids, value, describedBy, onChange: change }

  return (
    <fieldset aria-describedby={describedBy} className={cx('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only detects the first interaction */}
      <div
        className="grid content-start gap-1.5"
        {...pressed}
        onPointerEnter={request}
        onFocus={Rich ? undefined : request}
        onKeyDown={Rich ? undefined : (event) => event.key.length === 1 && setTyping(true)}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setTyping(false)}
      >
        {Rich && !typing ? (
          <Rich {...range} openAtFirst={opening} focusedBefore={focusedField} />
        ) : (
          <NativeRange
            {...range}
            onPress={press}
            hasCalendar={hydrated && !failed}
            busy={failed ? null : opening}
          />
        )}
        <FieldNotes {...props} id={made} />
      </div>
    </fieldset>
  )
}

type NativeRangeProps = Omit<DateRangeRichProps, 'openAtFirst' | 'focusedBefore'> & {
  onPress: (edge: Edge) => void
  hasCalendar: boolean
  busy: Edge | null
}

function NativeRange(props: NativeRangeProps) {
  const { ids, value, onChange, min, max, describedBy, error, formatDay, busy } = props
  return (
    <div className="grid grid-cols-2 gap-3">
      {edges.map((edge) => (
        <div key={edge} className="grid gap-1.5">
          <label htmlFor={ids[edge]} className={labelStyle}>
            {edge === 'start' ? (props.startLabel ?? 'Drop-off') : (props.endLabel ?? 'Pick-up')}
          </label>
          <NativeDay
            id={ids[edge]}
            name={edge === 'start' ? props.startName : props.endName}
            value={value[edge]}
            onChange={(day) => onChange({ ...value, [edge]: day })}
            min={edge === 'end' ? (value.start ?? min) : min}
            max={max}
            describedBy={describedBy}
            invalid={error !== undefined}
            formatDay={formatDay}
            onPress={() => props.onPress(edge)}
            hasCalendar={props.hasCalendar}
            busy={busy === edge}
          />
        </div>
      ))}
    </div>
  )
}
