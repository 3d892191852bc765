import { useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DatePickerProps } from '#web/ui/dates/date-props.ts'
import type { Day } from '#web/ui/dates/days.ts'
import { NativeDay } from '#web/ui/dates/native-day.tsx'
import { fieldId, FieldNotes, labelStyle, notesOf, Optional } from '#web/ui/forms/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

const loadRich = () => import('#web/ui/dates/date-picker-rich.tsx')

/** Picks one day. Starts as a native date field and loads the calendar on first interaction. */
export function DatePicker(props: DatePickerProps) {
  const { label, name, min, max, formatDay, error, optional, className } = props
  const made = useId()
  const id = name ? fieldId(name) : made
  const [own, setOwn] = useState<Day | null>(props.defaultValue ?? null)
  const value = props.value === undefined ? own : props.value
  const change = (day: Day | null) => {
    setOwn(day)
    props.onChange?.(day)
  }
  const hydrated = useHydrated()
  const { Rich, request, failed, pressed } = useUpgrade(loadRich)
  const [opening, setOpening] = useState(false)
  const [typing, setTyping] = useState(false)
  const describedBy = notesOf(made, props)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only detects the first interaction
    <div
      className={cx('grid content-start gap-1.5', className)}
      {...pressed}
      onPointerEnter={request}
      onFocus={request}
      onKeyDown={Rich ? undefined : (event) => event.key.length === 1 && setTyping(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setTyping(false)}
    >
      {Rich && !typing ? (
        <Rich
          {...props}
          {...{ id, value, describedBy }}
          onChange={change}
          openAtFirst={opening}
          focusedBefore={() => document.activeElement?.id === id}
        />
      ) : (
        <>
          <label htmlFor={id} className={labelStyle}>
            {label}
            {optional && <Optional />}
          </label>
          <NativeDay
            {...{ id, name, value, min, max, describedBy, formatDay }}
            onChange={change}
            invalid={error !== undefined}
            onPress={() => {
              setOpening(true)
              request()
            }}
            hasCalendar={hydrated && !failed}
            busy={opening && !failed}
          />
        </>
      )}
      <FieldNotes {...props} id={made} />
    </div>
  )
}
