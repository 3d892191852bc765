import { Link } from 'react-router'
import type { RankingComponent } from '#contract/codes.ts'
import { rankingComponents } from '#contract/codes.ts'
import type { Route } from './+types/ranking-page.ts'
import { apiOf } from '#web/api.ts'
import { formatPercent } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { rankingNames } from '#web/search/filter-words.ts'

export const loader = ({ context }: Route.LoaderArgs) => apiOf(context)('GET /v1/ranking', {})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'How ranking works',
    description:
      'The formula that orders sitters in the search, with its weights as they are now. Nobody can pay for a place.',
    path: paths.ranking(),
  })

type Explained = { formula: string; text: string }
const explained: Record<RankingComponent, Explained> = {
  distance: {
    formula: 'e^(−kilometres ÷ 5), for house sitting ÷ 25',
    text: 'How near the sitter lives to the town you search in. At 5 km it counts a little over a third. Without a town it counts the same for all.',
  },
  quality: {
    formula: '(average − 3.5) ÷ 1.5',
    text: 'The average of all reviews, with five reviews of 4.6 added to everybody’s, so that one lucky or unlucky review does not decide.',
  },
  repeat: {
    formula: 'repeat clients ÷ (repeat clients + 3)',
    text: 'How many owners have come back for a second booking.',
  },
  response: {
    formula: 'answered within 24 hours ÷ asked',
    text: 'The share of the last 25 requests that were answered within a day. Declining counts as an answer: nobody is punished for saying no.',
  },
  freshness: {
    formula: '1 up to 7 days, falling to 0 at 45 days',
    text: 'How long ago the sitter confirmed that the calendar is right.',
  },
  completeness: {
    formula: 'filled parts ÷ all parts',
    text: 'How much of the profile is filled in.',
  },
  newcomer: {
    formula: '1 for 60 days or until 3 bookings, then 0',
    text: 'A small head start, because nobody can have reviews on the first day.',
  },
}

export default function RankingPage({ loaderData: { weights, version } }: Route.ComponentProps) {
  const formula = rankingComponents.map((code) => `${weights[code].toFixed(2)} × ${code}`).join(' + ')
  return (
    <main className="page grid max-w-3xl gap-8 py-8">
      <Breadcrumbs
        renderLink={routerLink}
        crumbs={[{ label: 'Find a sitter', href: paths.sitters() }, { label: 'How ranking works' }]}
      />
      <header className="grid gap-3">
        <h1>How ranking works</h1>
        <p className="text-lg text-ink-2">
          First, everybody who does not fit is left out: sitters who are not free, do not take your pets, live
          too far away or cost more than you said. The rest are ordered by seven things. Each is a number from
          0 to 1, and each counts as much as you see here.
        </p>
      </header>
      <Weights weights={weights} />
      <section aria-labelledby="formula" className="grid gap-3">
        <h2 id="formula">The formula in one line</h2>
        <p className="overflow-x-auto rounded-control bg-green-soft p-4 font-mono text-sm">{`score = ${formula}`}</p>
        <p className="text-sm text-ink-2">{`Version ${version}, in force for everyone.`}</p>
      </section>
      <section aria-labelledby="own-place" className="grid gap-3">
        <h2 id="own-place">Where you stand, if you are a sitter</h2>
        <p>
          Open{' '}
          <Link to={paths.account()} className="link">
            your account
          </Link>
          , your sitter profile and there Statistics: “Your place in the search” takes care, town, dates and
          pets and shows your place and how many sitters there are, by this formula at that moment. It shows
          your seven numbers, what you could do and the place it would bring you, and, if the search does not
          find you, which filter excludes you.
        </p>
        <p>
          Below it is your place in your own town, day by day for the last 90 days. It is recorded every
          night, without dates and pets, from the day you first look and until 90 days after you last did;
          what is older is deleted. Nobody but you can see any of this, and looking does not change your
          place.
        </p>
      </section>
      <section aria-labelledby="promises" className="grid gap-3">
        <h2 id="promises">What we promise</h2>
        <ul className="grid list-disc gap-2 pl-5">
          <li>Nobody can pay for a better place, neither sitters nor anyone else.</li>
          <li>Sitters with the same score change places every day, so that nobody is always second.</li>
          <li>“Why here?” on each result shows these seven numbers for that sitter.</li>
          <li>You can sort by distance, price, rating, repeat clients or newest instead.</li>
        </ul>
        <p>
          <Link to={paths.sitters()} className="link">
            Find a sitter
          </Link>
        </p>
      </section>
    </main>
  )
}

function Weights({ weights }: Pick<Route.ComponentProps['loaderData'], 'weights'>) {
  const heaviest = Math.max(...Object.values(weights))
  return (
    <section aria-labelledby="weights" className="grid gap-4">
      <h2 id="weights">What counts, and how much</h2>
      <ol className="grid gap-4">
        {rankingComponents.map((code) => (
          <Card as="li" key={code} padding="medium" className="grid gap-3">
            <Meter
              label={<span className="text-lg font-semibold">{rankingNames[code]}</span>}
              value={weights[code]}
              max={heaviest}
              text={formatPercent(weights[code])}
            />
            <p className="text-ink-2">{explained[code].text}</p>
            <p className="text-sm">
              <span className="text-ink-2">Worked out as </span>
              <code className="rounded-md bg-green-soft px-1.5 py-0.5">{explained[code].formula}</code>
            </p>
          </Card>
        ))}
      </ol>
    </section>
  )
}
