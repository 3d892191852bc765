import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { ChangeTerms } from '#web/bookings/change/change-terms.tsx'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import { Moment } from '#web/bookings/life/next-step.tsx'
import { Card } from '#web/ui/card.tsx'

/** A change that waits for an answer or for payment: the agreed terms next to the proposed ones. */
export default function ChangeCard({ booking }: { booking: Booking }) {
  const { change, role, timeZone, payment } = booking
  if (!change) return null
  const other = firstName(otherParty(booking).name)
  const isOwn = change.proposedBy === role
  const isAccepted = change.status === 'awaiting_payment'
  const payer = role === 'owner' ? 'you pay' : `${other} pays`
  return (
    <Card as="section" aria-labelledby="change" className="grid gap-4">
      <h2 id="change" className="text-xl">
        {isAccepted
          ? 'The change is accepted'
          : isOwn
            ? `You asked ${other} for a change`
            : `${other} asks you for a change`}
      </h2>
      {change.note && (
        <p className="max-w-measure border-l-2 border-green-line pl-4 whitespace-pre-line">{change.note}</p>
      )}
      {isAccepted && (
        <p className="max-w-measure text-ink-2">
          It takes effect as soon as {payer} for it. The places are held until then, and the booking stays as
          it is.
        </p>
      )}
      <ChangeTerms booking={booking} change={change} />
      {payment.extra ? (
        // The owner sees this deadline next to the payment.
        role === 'sitter' && (
          <Moment at={payment.extra.payBy} placeZone={timeZone} words={`${other} pays by`} />
        )
      ) : (
        <Moment
          at={change.expiresAt}
          placeZone={timeZone}
          turn={!isOwn}
          words={isOwn ? `${other} answers by` : 'Answer by'}
        />
      )}
    </Card>
  )
}
