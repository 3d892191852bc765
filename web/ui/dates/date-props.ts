import type { ReactNode } from 'react'
import type { Day } from '#web/ui/dates/days.ts'

/**
 * Returns why a day cannot be picked, in a few words ("Inês is away"), or null. `from` is the first day of the range
 * being picked.
 */
export type DayReason = (day: Day, from: Day | null) => string | null

export type DayLimits = {
  min?: Day | undefined
  max?: Day | undefined
  unavailable?: DayReason | undefined
  /** Language tag for the picker's texts and for the order of day and month. */
  locale?: string | undefined
  /** Formats the chosen day; "Fri 12 Dec" by default. */
  formatDay?: ((day: Day) => string) | undefined
}

export type DateRangeValue = { start: Day | null; end: Day | null }

export type DateRangeProps = DayLimits & {
  /** Label for both days: "When". */
  label: string
  startLabel?: string | undefined
  endLabel?: string | undefined
  startName?: string | undefined
  endName?: string | undefined
  value?: DateRangeValue | undefined
  defaultValue?: DateRangeValue | undefined
  onChange?: ((value: DateRangeValue) => void) | undefined
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

export type DatePickerProps = DayLimits & {
  label: string
  name?: string | undefined
  value?: Day | null | undefined
  defaultValue?: Day | null | undefined
  onChange?: ((value: Day | null) => void) | undefined
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  className?: string | undefined
}

export type Edge = 'start' | 'end'
