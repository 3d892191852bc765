import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { refundStep } from '#contract/bookings/words.ts'
import { firstName, formatMoney, formatZone } from '#contract/words.ts'
import { isActiveBooking, isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { isUncharged } from '#web/bookings/life/money-words.ts'
import { chargeDay } from '#web/bookings/price/charge-words.ts'
import { formatInstant } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
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

/** The agreed cancellation policy as dates and amounts of this booking. */
export function PolicyCard({ booking }: { booking: Booking }) {
  const { quote, timeZone, role } = booking
  const stillCounts = isActiveBooking(booking) || isOpenRequest(booking)
  const uncharged = pendingChargeOf(booking)
  const slides = stillCounts && role === 'owner' && quote.refundSchedule.length > 1
  return (
    <Card as="section" aria-labelledby="policy">
      <h2 id="policy" className="mb-2 text-xl">
        Cancelling
      </h2>
      <p className="text-[0.9375rem] text-ink-2">
        {policyNames[quote.policy]}.{stillCounts && !uncharged && ` ${leadOf(booking)}`}
      </p>
      {uncharged && (
        <p className="mt-2 text-[0.9375rem]">{unchargedWords(booking, chargeDay(uncharged.at, timeZone))}</p>
      )}
      {stillCounts && <Steps booking={booking} />}
      {slides && <Slider booking={booking} />}
      <p className="mt-4 text-sm text-ink-2">
        {stillCounts && !slides && `Times are ${formatZone(timeZone)} time. `}
        {stillCounts && 'If the sitter cancels, you pay only for the care you received. '}
        <Link to={paths.legal('cancellation-policy')} className="link">
          The full policy
        </Link>
      </p>
    </Card>
  )
}

function Slider({ booking }: { booking: Booking }) {
  return (
    <div className="mt-4 border-t pt-4">
      <Suspense fallback={<Skeleton className="h-40 rounded-control" />}>
        <RefundSlider
          quote={booking.quote}
          verb={booking.status === 'in_progress' ? 'end it' : 'cancel'}
          chargedAt={pendingChargeOf(booking)?.at ?? null}
          mode={booking.payment.mode}
        />
      </Suspense>
    </div>
  )
}

function Steps({ booking }: { booking: Booking }) {
  const { quote, timeZone } = booking
  const { refundSchedule: steps, currency, total } = quote
  return (
    <ol className="figures mt-4 grid gap-2.5">
      {steps.map(({ until, refund }) => {
        const [, amount] = refundStep(booking.payment.mode, refund, total)
        return (
          <li key={until ?? 'later'} className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
            <span>
              {until
                ? `until ${formatInstant(until, timeZone)}`
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
