import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { Moment } from '#web/bookings/life/next-step.tsx'
import { howToPay } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

type Words = { title: string; next: string; ends?: string }

/** Returns what was just sent and what happens next; null once the booking has moved on. */
function wordsOf({ status, number, sitter, timeline, payment, circle }: Booking): Words | null {
  const name = firstName(sitter.name)
  const due = circle ? 'Nobody pays anything' : `Nothing is due until ${name} accepts`
  if (status === 'requested')
    return {
      title: `Your request to ${name} has been sent. Its number is ${number}.`,
      next: `${name} reads it and accepts or declines. You get an e-mail either way, and this page shows it at once. ${payment.charge ? 'Your card is saved, and charged later if it is accepted' : due}; until then you can withdraw the request.`,
      ends: 'Without an answer it expires on',
    }
  if (status === 'inquiry')
    return {
      title: `Your question to ${name} has been sent. Its number is ${number}.`,
      next: `${name} reads it and can make you an offer. You get an e-mail, and this page shows it at once. You can turn it into a request at any time.`,
      ends: 'It expires on',
    }
  if (status === 'confirmed' && timeline.at(-1)?.event === 'instant_book')
    return {
      title: `You have booked ${name}. The booking number is ${number}.`,
      next: `It is confirmed, and we have told ${name}. Address and phone numbers are below; you ${howToPay(payment.mode, name)}.`,
    }
  return null
}

export default function Sent({ booking }: { booking: Booking }) {
  const words = wordsOf(booking)
  if (!words) return null
  return (
    <Notice kind="success" title={words.title}>
      <div className="grid gap-2">
        <p>What happens next: {words.next}</p>
        {words.ends && booking.expiresAt && (
          <Moment at={booking.expiresAt} placeZone={booking.timeZone} words={words.ends} />
        )}
        <p>
          <Link
            to={paths.bookings('owner', booking.status === 'confirmed' ? 'upcoming' : 'requests')}
            className="link"
          >
            {booking.status === 'confirmed' ? 'All your bookings' : 'All your requests'}
          </Link>
        </p>
      </div>
    </Notice>
  )
}
