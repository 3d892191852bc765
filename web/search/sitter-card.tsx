import { Link } from 'react-router'
import type { RankingComponent } from '#contract/codes.ts'
import type { SitterCard } from '#contract/search/search.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatKilometres, formatMinutes, plural } from '#web/format.ts'
import type { ShownCard } from '#web/search/shown-card.ts'
import { WhyHere } from '#web/search/why-here.tsx'
import { transitionName } from '#web/sitters/public/pictures.ts'
import { loadSitterPage } from '#web/sitters/public/load-sitter-page.ts'
import { SitterPicture } from '#web/sitters/public/sitter-picture.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cardPictureSizes } from '#web/ui/photo.tsx'
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
  card: ShownCard
  weights: Record<RankingComponent, number>
  placeName: string | null
  /** If true, the cards do not repeat the service. */
  oneService: boolean
  href: string
  /** The query string of the results. */
  from: string
  /** The place among the results, from 1 on; such a card is an item of their list. */
  position?: number | undefined
}

/** A phone shows two results before anybody scrolls. */
const isSeenAtFirst = (position = Infinity): boolean => position <= 2

/** A policy that is newer than this page is shown by its code. */
const policyWords: Partial<Record<string, string>> = policyNames

export function SitterCardView(props: SitterCardViewProps) {
  const { card, weights, placeName, oneService, href, from, position } = props
  const { name, headline, rating, repeatClients, responseMinutes, neighbourhood } = card
  const { why, distanceKm, total, units, service } = card
  const where = [
    neighbourhood ? `${neighbourhood}, ${card.placeName}` : card.placeName,
    distanceKm !== null && `${formatKilometres(distanceKm)} away`,
  ].filter(Boolean)
  const listItem = position !== undefined && { id: `result-${position}`, 'data-sitter': card.id }
  const state: FromSearch = { from, why, distanceKm, placeName }
  const facts = [
    repeatClients > 0 && plural(repeatClients, 'repeat client'),
    responseMinutes !== null && `answers in ${formatMinutes(responseMinutes)}`,
  ].filter(Boolean)
  return (
    <Card as={listItem ? 'li' : 'article'} {...listItem} interactive padding="none" className="sitter-card">
      <SitterPicture
        sitter={card}
        sizes={cardPictureSizes}
        eager={isSeenAtFirst(position)}
        transitionName={transitionName(card)}
      />
      <div className="sitter-card-text">
        <h2>
          <Link to={href} state={state} discover="none" className={coverLink} onPointerDown={loadSitterPage}>
            {name}
          </Link>
          <Badges card={card} />
        </h2>
        <p>{headline}</p>
        {/* Text without elements of its own, because a page of results has two dozen cards. */}
        <p>
          <Rating value={rating.average} count={rating.count} />
          {facts.map((fact) => ` · ${fact}`).join('')}
        </p>
        <p>{where.join(' · ')}</p>
      </div>
      <PriceOf card={card} />
      <div className="sitter-card-foot">
        {total !== null && units !== null && (
          <Chip selected icon="calendar-check">
            {units === 1 ? `Free that ${unitWord(service)}` : `Free all ${unitCount(units, service)}`}
          </Chip>
        )}
        {!oneService && <Chip>{serviceNames[service]}</Chip>}
        <Chip>{policyWords[card.policy] ?? card.policy}</Chip>
        <WhyHere {...{ why, weights, distanceKm, placeName }} />
      </div>
    </Card>
  )
}

function Badges({ card }: { card: ShownCard }) {
  return (
    <>
      {card.badges.includes('trusted') && <Badge tone="green">Trusted sitter</Badge>}
      {card.instant && <Badge tone="green">Books at once</Badge>}
      {card.badges.includes('newcomer') && <Badge tone="gold">New here</Badge>}
    </>
  )
}

function PriceOf({ card: { total, units, unitPrice, currency, service } }: { card: ShownCard }) {
  const hasTotal = total !== null && units !== null
  return (
    <p className="sitter-card-price">
      <b>{hasTotal ? formatShortMoney(total, currency) : `from ${formatShortMoney(unitPrice, currency)}`}</b>
      {hasTotal ? `total, ${unitCount(units, service)}` : `a ${unitWord(service)}`}
      <span>fees included</span>
    </p>
  )
}
