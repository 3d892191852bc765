import { Link } from 'react-router'
import type { SitterBrief } from '#contract/favourites.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatMinutes, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { SitterPicture } from '#web/sitters/public/sitter-picture.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cardPictureSizes } from '#web/ui/photo.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { offeredOrder, unitWord } from '#web/words.ts'

/** The card of a sitter outside a search: like one of the results, but without dates, and with all services. */
export function BriefCard({ sitter, eager }: { sitter: SitterBrief; eager: boolean }) {
  const { id, name, headline, rating, repeatClients, responseMinutes, neighbourhood, placeName, badges } =
    sitter
  const facts = [
    repeatClients > 0 && plural(repeatClients, 'repeat client'),
    responseMinutes !== null && `answers in ${formatMinutes(responseMinutes)}`,
  ].filter(Boolean)
  return (
    <Card as="li" data-sitter={id} interactive padding="none" className="sitter-card">
      <SitterPicture sitter={sitter} sizes={cardPictureSizes} eager={eager} />
      <div className="sitter-card-text">
        <h2>
          <Link to={paths.sitter(id)} discover="none" className={coverLink}>
            {name}
          </Link>
          {badges.includes('trusted') && <Badge tone="green">Trusted sitter</Badge>}
          {badges.includes('newcomer') && <Badge tone="gold">New here</Badge>}
        </h2>
        <p>{headline}</p>
        <p>
          <Rating value={rating.average} count={rating.count} />
          {facts.map((fact) => ` · ${fact}`).join('')}
        </p>
        <p>{neighbourhood ? `${neighbourhood}, ${placeName}` : placeName}</p>
      </div>
      <Prices sitter={sitter} />
    </Card>
  )
}

function Prices({ sitter: { services, currency } }: { sitter: SitterBrief }) {
  const offered = offeredOrder.flatMap((code) => services.filter(({ service }) => service === code))
  const [first] = offered
  if (!first) return null
  const money = (amount: number) => formatShortMoney(amount, currency)
  return (
    <>
      <p className="sitter-card-price">
        <b>{`from ${money(first.unitPrice)}`}</b>
        {`a ${unitWord(first.service)}`}
        <span>fees included</span>
      </p>
      <div className="sitter-card-foot">
        {offered.map(({ service, unitPrice }) => (
          <Chip key={service}>{`${serviceNames[service]} ${money(unitPrice)}`}</Chip>
        ))}
      </div>
    </>
  )
}
