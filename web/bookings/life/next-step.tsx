import { Icon } from '#web/ui/icon.tsx'
import type { Booking } from '#contract/bookings/bookings.ts'
import { formatZone } from '#contract/words.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { nextStepOf, timeLeft } from '#web/bookings/life/booking-words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatInstant } from '#web/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Deadline } from '#web/ui/deadline.tsx'

const soonMilliseconds = 3 * 3_600_000

type MomentProps = {
  at: string
  placeZone: string
  words: string
  /** Shown once the deadline has passed, if nobody has missed anything. */
  past?: string | undefined
  turn?: boolean
  size?: 'small' | 'medium'
}

/** An instant with a countdown, in the time zone shown. */
export function Moment({ at, placeZone, words, past, turn = false, size = 'small' }: MomentProps) {
  const zone = useShownZone()
  const left = Date.parse(at) - useNow()
  const time = formatInstant(at, zone)
  const isSame = time === formatInstant(at, placeZone)
  const remaining = timeLeft(left)
  return (
    <Deadline
      at={at}
      time={time}
      zone={`${formatZone(isSame ? placeZone : zone)} time`}
      left={remaining ? `in ${remaining}` : past ? undefined : 'now over'}
      urgent={turn && left < soonMilliseconds}
      turn={turn}
      size={size}
    >
      {remaining ? words : (past ?? words)}
    </Deadline>
  )
}

/** The next step of a booking, with its deadline. */
export function NextStepLine({ booking, size = 'small' }: { booking: Booking; size?: 'small' | 'medium' }) {
  const step = nextStepOf(booking)
  if (!step) return null
  if (step.deadlineAt)
    return (
      <Moment
        at={step.deadlineAt}
        placeZone={booking.timeZone}
        words={step.words}
        past={step.past}
        turn={step.urgent}
        size={size}
      />
    )
  return (
    <p className={cx('flex items-start gap-2 font-medium', size === 'small' ? 'text-sm' : 'text-base')}>
      <Icon
        name="circle-arrow-right"
        size={16}
        className={cx('shrink-0 text-green', size === 'small' ? 'mt-0.5' : 'mt-1')}
      />
      {step.words}
    </p>
  )
}
