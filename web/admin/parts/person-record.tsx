import { Link } from 'react-router'
import type { Person } from '#contract/staff/people.ts'
import { formatMoney } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { type Fact, Facts } from '#web/admin/parts/facts.tsx'
import { Section } from '#web/admin/parts/person-section.tsx'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { paths } from '#web/paths.ts'
import { reasonNames } from '#web/reports/report-words.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The money, reviews and reports of a person. */
export default function PersonRecord({ person }: { person: Person }) {
  return (
    <>
      <Money money={person.money} />
      <Reviews reviews={person.reviews} />
      <Reports reports={person.reports} />
    </>
  )
}

const moneyParts = [
  ['paid', 'Paid for bookings'],
  ['refunded', 'Got back'],
  ['earned', 'Earned as a sitter'],
  ['paidOut', 'Paid out'],
  ['invoiced', 'Open fee invoices'],
] as const

/** Sums in each currency; what is zero is left out. */
function Money({ money }: Pick<Person, 'money'>) {
  if (!money) return null
  return (
    <Section id="money" title="Money">
      {money.length === 0 && <p className="text-ink-2">No money has moved for this person yet.</p>}
      {money.map((sums) => (
        <Facts
          key={sums.currency}
          facts={moneyParts
            .filter(([part]) => sums[part] !== 0)
            .map(([part, label]): Fact => [label, formatMoney(sums[part], sums.currency)])}
        />
      ))}
    </Section>
  )
}

const reviewStates: Record<Person['reviews'][number]['state'], string> = {
  waiting: 'not public yet',
  public: 'public',
  removed: 'removed',
}

function Reviews({ reviews }: Pick<Person, 'reviews'>) {
  const zone = useViewerZone()
  return (
    <Section id="reviews" title="Latest reviews">
      {reviews.length === 0 && <p className="text-ink-2">There are no reviews yet.</p>}
      <ul className="grid gap-4">
        {reviews.map(({ id, at, isWritten, otherName, booking, overall, text, state }) => (
          <li key={id} className="grid gap-1">
            <p className="text-sm text-ink-2">
              {isWritten ? 'About' : 'By'} {otherName}, {overall} of 5, {formatDatedInstant(at, zone)},{' '}
              {reviewStates[state]},{' '}
              <Link to={paths.adminBooking(booking.id)} className="link figures">
                {booking.number}
              </Link>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Reports({ reports }: Pick<Person, 'reports'>) {
  const zone = useViewerZone()
  if (!reports) return null
  return (
    <Section id="reports" title="Latest reports">
      {reports.length === 0 && <p className="text-ink-2">There are no reports by or about this person.</p>}
      <ul className="grid gap-2">
        {reports.map(({ id, at, isAbout, otherName, reason, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={peoplePaths.report(id)} className="link">
              {reasonNames[reason].label}
            </Link>
            <span>
              {isAbout ? `reported by ${otherName}` : `reported about ${otherName}`},{' '}
              {formatDatedInstant(at, zone)}
            </span>
            <Badge tone={status === 'open' ? 'gold' : 'neutral'}>
              {status === 'open' ? 'To be decided' : 'Decided'}
            </Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}
