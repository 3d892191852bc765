import { Icon } from '#web/ui/icon.tsx'
import type { CalendarDate } from '@internationalized/date'
import {
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
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
import { Button as OwnButton, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DayReason } from '#web/ui/dates/date-props.ts'
import { phones, useMedia } from '#web/ui/use-media.ts'
import { Sheet } from '#web/ui/overlay/sheet.tsx'

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

/** Room in CSS pixels that the popover needs beside the field: two months of six weeks, the footer and the gap. */
const wholeSize = { width: 714, height: 450 }

type Place = { placement: 'bottom start' | 'left top' | 'right top'; hasLowRows?: boolean }

/** Below the field or above it, or beside it if it is whole only there, as on a low laptop. */
function placeBeside({ top, bottom, left, right }: DOMRect): Place {
  if (Math.max(top, innerHeight - bottom) >= wholeSize.height) return { placement: 'bottom start' }
  if (left >= wholeSize.width) return { placement: 'left top' }
  const rest = document.documentElement.clientWidth - right
  return rest >= wholeSize.width
    ? { placement: 'right top' }
    : { placement: 'bottom start', hasLowRows: true }
}

/** A popover next to the field, or a sheet on phones. Escape closes it and focus returns. */
export function CalendarPopup({ title, open, onClose, anchor, footer, children }: CalendarPopupProps) {
  const [{ placement, hasLowRows }, setPlace] = useState<Place>({ placement: 'bottom start' })
  useLayoutEffect(() => {
    if (open && anchor.current) setPlace(placeBeside(anchor.current.getBoundingClientRect()))
  }, [open, anchor])
  if (useMedia(phones)) {
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
      placement={placement}
      offset={8}
      className={cx(
        'w-max max-w-[calc(100vw-2rem)] animate-rise overflow-auto rounded-picture border border-line bg-card shadow-float',
        hasLowRows ? 'p-3 [--row-gap:--spacing(1)] [--row-height:--spacing(9)]' : 'p-5',
      )}
    >
      <Dialog aria-label={title} className="outline-none">
        {children}
        {footer && (
          <div className="mt-[calc(var(--row-gap,--spacing(3))+--spacing(1))] flex flex-wrap items-center justify-between gap-3">
            {footer}
          </div>
        )}
      </Dialog>
    </Popover>
  )
}

type MonthsProps = {
  count: number
  /** Supplies the reason texts only; the calendar itself already knows which days are disabled. */
  unavailable: DayReason | undefined
  range: boolean
  /** Given where the months are scrolled instead of turned; null after the last selectable month. */
  showMore?: (() => void) | null | undefined
}

/** The months of a calendar, with buttons for the previous and next month or one for later months. */
export function Months({ count, unavailable, range, showMore }: MonthsProps) {
  const turned = showMore === undefined
  return (
    <div className={cx('relative flex gap-x-10 gap-y-6', !turned && 'flex-wrap')}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cx(
            'grid content-start gap-(--row-gap,--spacing(3))',
            turned ? 'min-w-0 max-sm:flex-1 sm:w-77' : 'w-full',
          )}
        >
          <div className={cx('flex items-center justify-between', turned && 'min-h-11')}>
            {turned && <Step to="previous" shown={index === 0} />}
            <CalendarHeading offset={{ months: index }} className="heading text-lg" />
            {turned && <Step to="next" shown={index === count - 1} />}
          </div>
          <CalendarGrid
            offset={{ months: index }}
            weekdayStyle="short"
            className="w-full table-fixed border-collapse"
          >
            <CalendarGridHeader>
              {(weekday) => (
                <CalendarHeaderCell className="pb-2 text-center text-xs font-semibold text-ink-2">
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
      {showMore && (
        <OwnButton kind="secondary" className="w-full" onClick={showMore}>
          Later months
        </OwnButton>
      )}
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

const steps = {
  previous: { label: 'Previous month', icon: 'chevron-left' },
  next: { label: 'Next month', icon: 'chevron-right' },
} as const

function Step({ to, shown }: { to: keyof typeof steps; shown: boolean }) {
  if (!shown) return <span className="size-11" />
  return (
    <Button
      slot={to}
      aria-label={steps[to].label}
      className={cx(buttonStyle({ kind: 'quiet', iconOnly: true }), 'data-disabled:opacity-30')}
    >
      <Icon name={steps[to].icon} size={20} />
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

/** Forced colours drop fills, except those in the colours of the system. */
const forcedChosen =
  'forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'

function selectionStyle(state: CellState, range: boolean) {
  if (!state.isSelected) return ''
  if (!isEdge(state, range)) return cx('bg-green-soft text-green', forcedChosen)
  const isWhole = !range || (state.isSelectionStart && state.isSelectionEnd)
  return cx(
    'bg-green font-semibold text-on-green',
    forcedChosen,
    isWhole ? 'rounded-full' : state.isSelectionStart ? 'rounded-l-full' : 'rounded-r-full',
  )
}

function cellStyle(state: CellState, range: boolean) {
  const isFree = !state.isDisabled && !state.isUnavailable
  return cx(
    'figures relative grid h-(--row-height,--spacing(11)) w-11 place-items-center text-[0.9375rem] outline-none max-sm:w-full',
    state.isOutsideMonth && 'invisible',
    isFree ? 'cursor-pointer' : 'cursor-not-allowed text-ink-3',
    state.isUnavailable && 'line-through',
    !state.isSelected && isFree && 'rounded-full hover:bg-green-soft',
    selectionStyle(state, range),
    state.isToday && !isEdge(state, range) && 'font-bold underline decoration-2 underline-offset-4',
    state.isFocusVisible &&
      'z-1 rounded-full ring-2 ring-green ring-offset-2 ring-offset-card forced-colors:outline-3 forced-colors:outline-offset-1',
  )
}
