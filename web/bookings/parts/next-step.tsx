import CircleArrowRight from 'lucide-react/icons/circle-arrow-right'
import type { Booking } from '#contract/bookings.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { nextStepOf, timeLeft } from '#web/bookings/parts/booking-words.ts'
import { formatInstant, formatZone } from '#web/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Deadline } from '#web/ui/deadline.tsx'

const soonMilliseconds = 3 * 3_600_000

type MomentProps = {
  at: string
  placeZone: string
  words: string
  turn?: boolean
  className?: string | undefined
}

/** An instant in the viewer's zone, with the countdown, and in the zone of the booking where that differs. */
export function Moment({ at, placeZone, words, turn = false, className }: MomentProps) {
  const zone = useViewerZone()
  const left = Date.parse(at) - useNow()
  const time = formatInstant(at, zone)
  const there = formatInstant(at, placeZone)
  const remaining = timeLeft(left)
  return (
    <Deadline
      at={at}
      time={time}
      zone={
        there === time ? `${formatZone(placeZone)} time` : `your time, ${there} in ${formatZone(placeZone)}`
      }
      left={remaining ? `in ${remaining}` : 'now over'}
      urgent={turn && left < soonMilliseconds}
      className={className}
    >
      {words}
    </Deadline>
  )
}

/** What comes next in a booking, with its deadline. */
export function NextStepLine({ booking, className }: { booking: Booking; className?: string | undefined }) {
  const step = nextStepOf(booking)
  if (!step) return null
  if (step.deadlineAt)
    return (
      <Moment
        at={step.deadlineAt}
        placeZone={booking.timeZone}
        words={step.words}
        turn={step.urgent}
        className={cx(step.urgent && 'text-ink', className)}
      />
    )
  return (
    <p className={cx('flex items-start gap-2 text-sm font-medium', className)}>
      <CircleArrowRight size={16} className="mt-0.5 shrink-0 text-green" aria-hidden />
      {step.words}
    </p>
  )
}
