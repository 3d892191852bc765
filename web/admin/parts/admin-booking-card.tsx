import { Link } from 'react-router'
import type { AdminBooking } from '#contract/bookings/case-desk.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { formatMoney, formatZone, listWords, serviceNames } from '#contract/words.ts'
import { deskMoneyWords } from '#web/admin/parts/desk-money-words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { type Fact, Facts } from '#web/admin/parts/facts.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { formatDay } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** The terms of a booking, where its money is, and its history. */
export function AdminBookingCard({
  booking,
  withHistory = false,
}: {
  booking: AdminBooking
  withHistory?: boolean
}) {
  const zone = useViewerZone()
  const mayReadPeople = mayDo(useAccount()?.roles ?? [], 'people.read')
  const { quote, money, status } = booking
  const words = deskMoneyWords[booking.money.settlement]
  const amount = (value: number) => formatMoney(value, quote.currency)
  const facts: Fact[] = [
    ['Owner', booking.ownerName, mayReadPeople && peoplePaths.person(booking.ownerAccountId)],
    ['Sitter', booking.sitterName, mayReadPeople && peoplePaths.person(booking.sitterAccountId)],
    ['Pets', listWords(booking.petNames)],
    ['From', `${formatDay(booking.startOn)}, ${booking.startTime} (${formatZone(booking.timeZone)} time)`],
    ['Until', `${formatDay(booking.endOn)}, ${booking.endTime}`],
    ['Checked in', booking.checkedInAt ? formatDatedInstant(booking.checkedInAt, zone) : 'Never'],
    ...(money.charge
      ? [
          [
            money.charge.state === 'charging' ? 'Charging the card since' : 'The card is charged on',
            `${formatDatedInstant(money.charge.at, zone)} (${amount(money.charge.amount)})`,
          ] satisfies Fact,
        ]
      : []),
    [words.paid, amount(money.paid)],
    [words.refunded, amount(money.refunded)],
    [words.earned, amount(money.released)],
    [words.held, amount(money.held)],
  ]
  return (
    <Card as="section" aria-labelledby="booking" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="booking" className="text-xl">
          {serviceNames[booking.service]},{' '}
          <Link to={paths.adminBooking(booking.id)} className="link">
            booking {booking.number}
          </Link>
        </h2>
        <Badge tone={statusDisplays[status].tone}>{statusDisplays[status].words.sitter}</Badge>
      </div>
      <Facts facts={facts} />
      {withHistory && (
        <ol aria-label="What happened" className="grid gap-2 border-t border-line pt-4 text-[0.9375rem]">
          {booking.timeline.map(({ at, event, detail }) => (
            <li key={`${event} ${at}`}>
              <time dateTime={at} className="text-ink-2">
                {formatDatedInstant(at, zone)}
              </time>{' '}
              {detail}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
