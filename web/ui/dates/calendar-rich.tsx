import { Icon } from '#web/ui/icon.tsx'
import type { CalendarDate } from '@internationalized/date'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Dialog, Popover } from 'react-aria-components/Popover'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DayReason } from '#web/ui/dates/date-props.ts'
import { Sheet } from '#web/ui/overlay/sheet.tsx'

const phone = '(max-width: 639px)'

export function usePhone() {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(phone)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(phone).matches,
    () => false,
  )
}

/** Returns focus to the opener after closing, even if the popup opened before the opener was rendered. */
export function useFocusReturn<Opener>(
  open: Opener | null | false,
  elementOf: (opener: Opener) => HTMLElement | null,
) {
  const opener = useRef<Opener | null>(null)
  useEffect(() => {
    if (open) {
      opener.current = open
      return
    }
    if (opener.current) elementOf(opener.current)?.focus({ preventScroll: true })
    opener.current = null
  }, [open, elementOf])
}

type CalendarPopupProps = {
  title: string
  open: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  footer?: ReactNode
  children: ReactNode
}

/** A popover next to the field, or a sheet on phones. Escape closes it and focus returns. */
export function CalendarPopup({ title, open, onClose, anchor, footer, children }: CalendarPopupProps) {
  if (usePhone()) {
    return (
      <Sheet open={open} onClose={onClose} title={title} footer={footer}>
        {children}
      </Sheet>
    )
  }
  return (
    <Popover
      triggerRef={anchor}
      isOpen={open}
      onOpenChange={(next) => !next && onClose()}
      placement="bottom start"
      offset={8}
      className="animate-rise overflow-auto rounded-picture border border-line bg-card p-5 shadow-float"
    >
      <Dialog aria-label={title} className="outline-none">
        {children}
        {footer && <div className="mt-4 flex flex-wrap items-center justify-between gap-3">{footer}</div>}
      </Dialog>
    </Popover>
  )
}

type MonthsProps = {
  count: number
  /** Supplies the reason texts only; the calendar itself already knows which days are disabled. */
  unavailable: DayReason | undefined
  range: boolean
}

/** The months of a calendar, with buttons for the previous and next month. */
export function Months({ count, unavailable, range }: MonthsProps) {
  return (
    <div className="relative flex flex-wrap gap-x-10 gap-y-6">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid flex-1 content-start gap-3">
          <div className="flex min-h-11 items-center justify-between">
            {index === 0 ? (
              <Step slot="previous" label="Previous month" icon={<Icon name="chevron-left" size={20} />} />
            ) : (
              <span className="size-11" />
            )}
            <CalendarHeading offset={{ months: index }} className="heading text-lg" />
            {index === count - 1 ? (
              <Step slot="next" label="Next month" icon={<Icon name="chevron-right" size={20} />} />
            ) : (
              <span className="size-11" />
            )}
          </div>
          <CalendarGrid offset={{ months: index }} weekdayStyle="short" className="w-full border-collapse">
            <CalendarGridHeader>
              {(weekday) => (
                <CalendarHeaderCell className="pb-2 text-xs font-semibold text-ink-2">
                  {weekday.slice(0, 2)}
                </CalendarHeaderCell>
              )}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <Cell date={date} unavailable={unavailable} range={range} />}
            </CalendarGridBody>
          </CalendarGrid>
        </div>
      ))}
    </div>
  )
}

function Cell({
  date,
  unavailable,
  range,
}: {
  date: CalendarDate
  unavailable: DayReason | undefined
  range: boolean
}) {
  const from = useContext(RangeCalendarStateContext)?.anchorDate?.toString() ?? null
  return (
    <CalendarCell
      date={date}
      className={(state) => cellStyle(state, range)}
      render={(cell) => {
        const reason = unavailable?.(date.toString(), from)
        return (
          <div
            {...cell}
            {...(reason && {
              'aria-label': `${cell['aria-label']}, not available: ${reason}`,
              title: reason,
            })}
          />
        )
      }}
    />
  )
}

function Step({ slot, label, icon }: { slot: 'previous' | 'next'; label: string; icon: ReactElement }) {
  return (
    <Button
      slot={slot}
      aria-label={label}
      className={cx(buttonStyle({ kind: 'quiet', iconOnly: true }), 'data-disabled:opacity-30')}
    >
      {icon}
    </Button>
  )
}

type CellState = {
  isSelected: boolean
  isSelectionStart: boolean
  isSelectionEnd: boolean
  isUnavailable: boolean
  isDisabled: boolean
  isOutsideMonth: boolean
  isFocusVisible: boolean
  isToday: boolean
}

const isEdge = ({ isSelected, isSelectionStart, isSelectionEnd }: CellState, range: boolean) =>
  isSelected && (!range || isSelectionStart || isSelectionEnd)

function selectionStyle(state: CellState, range: boolean) {
  if (!state.isSelected) return ''
  if (!isEdge(state, range)) return 'bg-green-soft text-green'
  const isWhole = !range || (state.isSelectionStart && state.isSelectionEnd)
  return cx(
    'bg-green font-semibold text-on-green',
    isWhole ? 'rounded-full' : state.isSelectionStart ? 'rounded-l-full' : 'rounded-r-full',
  )
}

function cellStyle(state: CellState, range: boolean) {
  const isFree = !state.isDisabled && !state.isUnavailable
  return cx(
    'figures relative grid size-11 place-items-center text-[0.9375rem] outline-none max-sm:w-full',
    state.isOutsideMonth && 'invisible',
    isFree ? 'cursor-pointer' : 'cursor-not-allowed text-ink-3',
    state.isUnavailable && 'line-through',
    !state.isSelected && isFree && 'rounded-full hover:bg-green-soft',
    selectionStyle(state, range),
    state.isToday && !isEdge(state, range) && 'font-bold underline decoration-2 underline-offset-4',
    state.isFocusVisible && 'z-1 rounded-full ring-2 ring-green ring-offset-2 ring-offset-card',
  )
}
