import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { Service } from '#contract/codes.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import type { Offer } from '#web/home/cheapest-offers.ts'
import { paths } from '#web/paths.ts'
import { Card, coverLink } from '#web/ui/card.tsx'
import { serviceLines, unitWord } from '#web/words.ts'

const serviceIcons: Record<Service, IconName> = {
  boarding: 'moon-thin',
  house_sitting: 'house-thin',
  day_care: 'sun-thin',
  drop_in: 'clock-thin',
  dog_walking: 'footprints-thin',
}

export function ServiceCards({ offers }: { offers: readonly Offer[] }) {
  return (
    <section aria-labelledby="services" className="page grid gap-6">
      <h2 id="services" className="text-3xl">
        Care that fits your days
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-5">
        {offers.map(({ service, from }) => (
          <Card
            as="li"
            key={service}
            interactive
            padding="none"
            className="grid grid-cols-[auto_1fr] gap-x-4 p-4 sm:flex sm:flex-col sm:p-5"
          >
            <Icon name={serviceIcons[service]} size={26} className="row-span-3 mt-0.5 text-green sm:mb-5" />
            <h3 className="text-lg">
              <Link to={paths.sitters({ service })} className={coverLink}>
                {serviceNames[service]}
              </Link>
            </h3>
            <p className="text-sm text-ink-2 sm:mt-1">{serviceLines[service]}</p>
            {from && (
              <p className="figures mt-auto pt-1 text-sm sm:pt-4 text-ink-2">
                from <b className="text-base text-ink">{formatShortMoney(from.price, from.currency)}</b>
                {` a ${unitWord(service)}, fees included`}
              </p>
            )}
          </Card>
        ))}
      </ul>
    </section>
  )
}
