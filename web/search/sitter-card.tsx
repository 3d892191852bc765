import CalendarCheck from 'lucide-react/icons/calendar-check'
import { Link } from 'react-router'
import type { RankingComponent } from '#contract/codes.ts'
import type { SitterCard } from '#contract/search/search.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatKilometres, formatMinutes, plural } from '#web/format.ts'
import { WhyHere } from '#web/search/why-here.tsx'
import { pictureOf } from '#web/sitters/public/pictures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cardStyle, coverLink } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { policyNames, unitCount, unitWord } from '#web/words.ts'

/** State passed with a link from the results to a sitter: the way back, and the reasons for the ranking. */
export type FromSearch = {
  from: string
  why: SitterCard['why']
  distanceKm: number | null
  placeName: string | null
}

type SitterCardViewProps = {
  card: SitterCard
  weights: Record<RankingComponent, number>
  placeName: string | null
  /** If true, the cards do not repeat the service. */
  oneService: boolean
  href: string
  /** The query string of the results. */
  from: string
}

/** A policy that is newer than this page is shown by its code. */
const policyWords: Partial<Record<string, string>> = policyNames

export function SitterCardView({ card, weights, placeName, oneService, href, from }: SitterCardViewProps) {
  const { name, headline, rating, repeatClients, responseMinutes, neighbourhood } = card
  const { why, distanceKm, total, units, service } = card
  const state: FromSearch = { from, why, distanceKm, placeName }
  const facts = [
    repeatClients > 0 && plural(repeatClients, 'repeat client'),
    responseMinutes !== null && `answers in ${formatMinutes(responseMinutes)}`,
  ].filter(Boolean)
  return (
    <article
      className={cardStyle({
        interactive: true,
        padding: 'none',
        className:
          'grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 p-3 sm:grid-cols-[9.25rem_minmax(0,1fr)_auto] sm:p-3.5',
      })}
    >
      <Photo
        picture={pictureOf(card)}
        fit="fill"
        sizes="148px"
        className="aspect-square w-full rounded-control sm:row-span-2 sm:aspect-[10/9]"
      />
      <div className="min-w-0 sm:pt-0.5">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-lg leading-snug font-semibold tracking-normal [font-variation-settings:normal]">
          <Link to={href} state={state} className={coverLink}>
            {name}
          </Link>
          <Badges card={card} />
        </h2>
        <p className="line-clamp-2 text-[0.9375rem] text-ink-2">{headline}</p>
        <p className="dots mt-1.5 text-sm text-ink-2">
          <Rating value={rating.average} count={rating.count} />
          {facts.map((fact) => (
            <span key={`${fact}`}>{fact}</span>
          ))}
        </p>
        <p className="dots text-sm text-ink-2">
          <span>{neighbourhood ? `${neighbourhood}, ${card.placeName}` : card.placeName}</span>
          {distanceKm !== null && <span>{`${formatKilometres(distanceKm)} away`}</span>}
        </p>
      </div>
      <PriceOf card={card} />
      <div className="col-span-2 flex flex-wrap items-start gap-2 sm:col-start-2">
        {total !== null && units !== null && (
          <Chip selected icon={<CalendarCheck size={14} aria-hidden />}>
            {units === 1 ? `Free that ${unitWord(service)}` : `Free all ${unitCount(units, service)}`}
          </Chip>
        )}
        {!oneService && <Chip>{serviceNames[service]}</Chip>}
        <Chip>{policyWords[card.policy] ?? card.policy}</Chip>
        <WhyHere {...{ why, weights, distanceKm, placeName }} />
      </div>
    </article>
  )
}

function Badges({ card }: { card: SitterCard }) {
  return (
    <>
      {card.badges.includes('trusted') && <Badge tone="green">Trusted sitter</Badge>}
      {card.instant && <Badge tone="green">Books at once</Badge>}
      {card.badges.includes('newcomer') && <Badge tone="gold">New here</Badge>}
    </>
  )
}

function PriceOf({ card: { total, units, unitPrice, currency, service } }: { card: SitterCard }) {
  const hasTotal = total !== null && units !== null
  return (
    <p className="col-span-2 flex items-baseline gap-x-2 text-sm text-ink-2 sm:col-span-1 sm:col-start-3 sm:row-start-1 sm:block sm:pr-1.5 sm:text-right">
      <span className="heading figures text-xl text-ink">
        {formatShortMoney(hasTotal ? total : unitPrice, currency)}
      </span>
      <span className="sm:block">
        {hasTotal ? `total, ${unitCount(units, service)}` : `a ${unitWord(service)}`}
      </span>
      <span className="sm:block">fees included</span>
    </p>
  )
}
