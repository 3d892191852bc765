import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { refundStep } from '#contract/bookings/words.ts'
import { firstName, formatMoney, formatZone } from '#contract/words.ts'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { isActiveBooking, isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { cancellingEvents } from '#web/bookings/life/main-action.ts'
import { isUncharged } from '#web/bookings/life/money-words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { chargeDay } from '#web/bookings/price/charge-words.ts'
import { formatInstant } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { policyNames } from '#web/words.ts'

const RefundSlider = lazy(() => import('#web/bookings/refund/refund-slider.tsx'))

/** Introduces the steps: `If you cancel, you get back:`. */
function leadOf(booking: Booking): string {
  const { role, owner, status, quote } = booking
  const isEnding = status === 'in_progress'
  const [comes] = refundStep(booking.payment.mode, 0, quote.total)
  if (role === 'owner') return `If you ${isEnding ? 'end it' : 'cancel'}, ${comes}:`
  const name = firstName(owner.name)
  return `If ${name} ${isEnding ? 'ends it' : 'cancels'}, ${comes.replace('you get', `${name} gets`).replace('you pay', `${name} pays you`)}:`
}

function unchargedWords({ role, owner }: Booking, day: string): string {
  const name = firstName(owner.name)
  return role === 'owner'
    ? `You have not been charged yet: if you cancel before ${day}, you pay nothing. After that you get back:`
    : `${name} has not been charged yet: cancelling before ${day} costs nothing. After that ${name} gets back:`
}

const pendingChargeOf = (booking: Booking) => (isUncharged(booking) ? booking.payment.charge : null)

const titleOf = ({ role, status }: Booking): string => {
  if (role === 'sitter') return 'If the booking is cancelled'
  return status === 'in_progress' ? 'If you end it early' : 'If you cancel'
}

/** The agreed cancellation policy as dates and amounts of this booking, folded, with the button that cancels. */
export function PolicyCard({ booking, move }: Pick<BookingInUse, 'booking' | 'move'>) {
  const isPriced = !booking.datesOpen && !booking.circle
  const stillCounts = isActiveBooking(booking) || isOpenRequest(booking)
  const mayCancel = booking.actions.some(({ event }) => cancelling.includes(event))
  if (!isPriced && !mayCancel) return null
  if (!stillCounts)
    return (
      <Card as="section" aria-labelledby="policy">
        <h2 id="policy" className="mb-2 text-xl">
          Cancelling
        </h2>
        <p className="text-[0.9375rem] text-ink-2">{policyNames[booking.quote.policy]}.</p>
        <FullPolicy />
      </Card>
    )
  return (
    <Card as="section" aria-labelledby="policy">
      <Fold id="policy" title={titleOf(booking)} hint={isPriced && `${policyNames[booking.quote.policy]}.`}>
        {isPriced && <Refunds booking={booking} />}
        <BookingActions
          booking={booking}
          // What has come of it, and what to do next, is at the top of the page: on phones far above this card.
          move={(step) => move(step).finally(() => scrollTo(0, 0))}
          events={cancellingEvents}
          main={null}
        />
      </Fold>
    </Card>
  )
}

const cancelling: readonly string[] = cancellingEvents

function FullPolicy() {
  return (
    <p className="mt-4 text-sm text-ink-2">
      <Link to={paths.legal('cancellation-policy')} className="link">
        The full policy
      </Link>
    </p>
  )
}

function Refunds({ booking }: { booking: Booking }) {
  const zone = useShownZone()
  const { quote, timeZone, role } = booking
  const uncharged = pendingChargeOf(booking)
  const slides = role === 'owner' && quote.refundSchedule.length > 1
  return (
    <div>
      <p className="text-[0.9375rem]">
        {uncharged ? unchargedWords(booking, chargeDay(uncharged.at, timeZone)) : leadOf(booking)}
      </p>
      <Steps booking={booking} zone={zone} />
      {slides && <Slider booking={booking} zone={zone} />}
      <p className="mt-4 text-sm text-ink-2">
        {!slides && `Times are ${formatZone(zone)} time. `}
        If the sitter cancels, you pay only for the care you received.{' '}
        <Link to={paths.legal('cancellation-policy')} className="link">
          The full policy
        </Link>
      </p>
    </div>
  )
}

type ZonedProps = { booking: Booking; zone: string }

function Slider({ booking, zone }: ZonedProps) {
  return (
    <div className="mt-4 border-t pt-4">
      <Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
        <RefundSlider
          quote={{ ...booking.quote, timeZone: zone }}
          verb={booking.status === 'in_progress' ? 'end it' : 'cancel'}
          chargedAt={pendingChargeOf(booking)?.at ?? null}
          mode={booking.payment.mode}
        />
      </Suspense>
    </div>
  )
}

function Steps({ booking, zone }: ZonedProps) {
  const { quote } = booking
  const { refundSchedule: steps, currency, total } = quote
  return (
    <ol className="figures mt-4 grid gap-2.5">
      {steps.map(({ until, refund }) => {
        const [, amount] = refundStep(booking.payment.mode, refund, total)
        return (
          <li key={until ?? 'later'} className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
            <span>
              {until
                ? `until ${formatInstant(until, zone)}`
                : steps.length > 1
                  ? 'after that'
                  : 'at any time'}
            </span>
            <span className="text-right font-semibold">
              {amount === total
                ? `everything, ${formatMoney(amount, currency)}`
                : amount === 0
                  ? 'nothing'
                  : formatMoney(amount, currency)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
