import { Link } from 'react-router'
import type { Place } from '#contract/places.ts'
import type { ShownSettings } from '#contract/settings.ts'
import { formatShortMoney } from '#contract/words.ts'
import { formatCount, formatPercent, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'

type TrustFactsProps = {
  sitters: { total: number; isCapped: boolean }
  cities: readonly { place: Place; sitters: number }[]
  settings: ShownSettings
}
type Fact = { figure: string; title: string; text: string; to: string; link: string }

/** Live figures of this marketplace instead of slogans. */
function factsOf({ sitters, cities, settings }: TrustFactsProps): Fact[] {
  const { fees, policy, review, currency, request } = settings
  const inCities = cities.reduce((sum, { sitters: count }) => sum + count, 0)
  return [
    {
      figure: sitters.isCapped
        ? `${formatCount(Math.max(sitters.total, inCities))}+`
        : formatCount(sitters.total),
      title: 'sitters',
      text:
        cities.length > 1
          ? `${formatCount(inCities)} of them in ${formatCount(cities.length)} cities with a real choice.`
          : 'Each with a calendar, terms and prices you can see before you ask.',
      to: paths.sitters(),
      link: 'Meet them',
    },
    {
      figure: formatPercent(fees.ownerBasisPoints / 10_000),
      title: 'service fee',
      text: `Never more than ${formatShortMoney(fees.ownerCap, currency)} a booking, and ${formatPercent(fees.repeatOwnerBasisPoints / 10_000)} once you have booked the same sitter. All prices include it.`,
      to: paths.legal('service-fee'),
      link: 'Work out a fee',
    },
    {
      figure: formatPercent(1),
      title: 'back in good time',
      text: `Until noon, ${policy.flexible.cutoffDays} to ${plural(policy.strict.cutoffDays, 'day')} before a stay, as your sitter has chosen; ${plural(policy.unitHours, 'hour')} before a visit or walk.`,
      to: paths.legal('cancellation-policy'),
      link: 'See the price for your dates',
    },
    {
      figure: `${request.ttlHours} h`,
      title: 'to answer you',
      text: `Then a request expires. Reviews come only from finished bookings, within ${plural(review.windowDays, 'day')}, and nobody can pay for a better place in the results.`,
      to: paths.ranking(),
      link: 'How ranking works',
    },
  ]
}

export function TrustFacts(props: TrustFactsProps) {
  return (
    <section aria-labelledby="facts" className="page grid gap-6">
      <h2 id="facts" className="text-3xl">
        Plain facts
      </h2>
      <ul className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {factsOf(props).map(({ figure, title, text, to, link }) => (
          <li key={title} className="grid content-start gap-2 border-t-2 border-green pt-4">
            <p>
              <span className="heading figures text-4xl">{figure}</span>{' '}
              <span className="font-semibold">{title}</span>
            </p>
            <p className="text-[0.9375rem] text-ink-2">{text}</p>
            <Link to={to} className="link w-fit text-[0.9375rem]">
              {link}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
