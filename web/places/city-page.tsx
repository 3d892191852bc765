import { Link, redirect } from 'react-router'
import { services } from '#contract/codes.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { apiOf } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { orNotFound, pageNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { cityPath } from '#web/places/city-path.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { packCard, unpackCard } from '#web/search/shown-card.ts'
import { SitterCardView } from '#web/search/sitter-card.tsx'
import { cityPicture } from '#web/share/page-picture.ts'
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { cardStyle } from '#web/ui/card.tsx'
import { chipStyle } from '#web/ui/chip.tsx'
import { serviceLines, unitWord } from '#web/words.ts'
import type { Route } from './+types/city-page.ts'

const cardsShown = 12

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const placeId = /(?:^|-)([1-9]\d{0,9})$/.exec(params.city)?.[1]
  const service = services.find((code) => code.replaceAll('_', '-') === params.service)
  if (placeId === undefined || (params.service !== undefined && !service)) throw pageNotFound(request)
  const api = apiOf(context)
  const city = await orNotFound(request, api('GET /v1/cities/:placeId', { params: { placeId } }))
  const offered = city.services.find((one) => one.service === service)
  if (service && !offered) throw pageNotFound(request)
  const path = cityPath(city.place, service)
  if (new URL(path, request.url).pathname !== new URL(request.url).pathname.replace(/\.data$/, ''))
    throw redirect(path, 301)
  const query = { place: city.place.id, service, limit: cardsShown }
  const [answer, { settings }, ranking] = await Promise.all([
    api('GET /v1/sitters', { query }),
    api('GET /v1/settings', {}),
    api('GET /v1/ranking', {}),
  ])
  const { currency } = settings
  const { picture } = cityPicture(city, offered, currency)
  return {
    ...city,
    path,
    offered,
    cards: answer.items.map(packCard),
    total: answer.total,
    hasMore: answer.nextCursor !== null,
    currency,
    weights: ranking.weights,
    picture,
  }
}

type CityData = Route.ComponentProps['loaderData']

const titleOf = ({ place, offered }: Pick<CityData, 'place' | 'offered'>): string =>
  `${offered ? serviceNames[offered.service] : 'Pet sitters'} in ${place.name}`

const crumbsOf = ({ place, offered }: CityData): Crumb[] => [
  { label: 'Find a sitter', href: paths.sitters() },
  { label: place.name, href: cityPath(place) },
  ...(offered ? [{ label: serviceNames[offered.service] }] : []),
]

export const meta: Route.MetaFunction = ({ loaderData: city, matches }) => {
  if (!city) return []
  const config = configOf(matches)
  const address = (path: string) => `${config?.site.url ?? ''}${path}`
  const title = titleOf(city)
  return pageMeta(config, {
    title,
    description: `${summaryOf(city)} Full prices with all fees, real reviews and free days, before you ask.`,
    path: city.path,
    picture: city.picture,
    things: [
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbsOf(city).map(({ label, href }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: label,
          item: address(href ?? city.path),
        })),
      },
      {
        '@type': 'ItemList',
        name: title,
        numberOfItems: city.total,
        itemListElement: city.cards.map(([id, name], index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          url: address(paths.sitter(id)),
        })),
      },
    ],
  })
}

/** Summarises what is offered in the city and its prices, in one or two sentences. */
function summaryOf({ place, sitters, offered, currency }: CityData): string {
  const where = `in ${place.name}, ${place.countryName}`
  if (!offered) return `${plural(sitters, 'pet sitter')} ${where}.`
  const { service, sitters: count, fromPrice, medianPrice } = offered
  const money = (amount: number) => formatShortMoney(amount, currency)
  const asks = `from ${money(fromPrice)} a ${unitWord(service)}; half of them cost ${money(medianPrice)} or less, fees included.`
  return `${plural(count, 'sitter')} ${where} for ${serviceNames[service].toLowerCase()}, ${asks}`
}

export default function CityPage({ loaderData: city }: Route.ComponentProps) {
  const { place, offered, cards, weights } = city
  const search = paths.sitters({ place: place.id, service: offered?.service })
  return (
    <main className="page grid gap-10 py-8">
      <div className="grid gap-4">
        <Breadcrumbs crumbs={crumbsOf(city)} renderLink={routerLink} />
        <h1>{titleOf(city)}</h1>
        <p className="max-w-[44rem] text-lg text-ink-2">{summaryOf(city)}</p>
        <p className="flex flex-wrap gap-3">
          <Link to={search} className={buttonStyle({ kind: 'primary' })}>
            Choose your dates
          </Link>
          <ShareButton />
        </p>
      </div>
      <Services city={city} />
      {cards.length > 0 && (
        <section aria-labelledby="sitters" className="grid gap-4">
          <h2 id="sitters" className="text-2xl">{`Sitters in and around ${place.name}`}</h2>
          <ol className="grid gap-4">
            {cards.map(unpackCard).map((card) => (
              <li key={card.id}>
                <SitterCardView
                  card={card}
                  weights={weights}
                  placeName={place.name}
                  oneService={offered !== undefined}
                  href={paths.sitter(card.id, { service: card.service })}
                  from={search.replace(/^[^?]*/, '')}
                />
              </li>
            ))}
          </ol>
          {city.hasMore && (
            <p>
              <Link to={search} className={buttonStyle()}>
                See all of them
              </Link>
            </p>
          )}
        </section>
      )}
      {city.nearby.length > 0 && <Nearby city={city} />}
    </main>
  )
}

function Services({ city: { place, services: all, offered, currency } }: { city: CityData }) {
  return (
    <section aria-labelledby="services" className="grid gap-4">
      <h2 id="services" className="text-2xl">{`What sitters in ${place.name} offer`}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {all.map(({ service, sitters, fromPrice }) => (
          <li key={service}>
            <Link
              to={cityPath(place, service)}
              aria-current={service === offered?.service ? 'page' : undefined}
              className={cardStyle({
                interactive: true,
                padding: 'small',
                className: 'grid h-full content-start gap-0.5 no-underline aria-[current]:border-green-line',
              })}
            >
              <span className="font-semibold">{serviceNames[service]}</span>
              <span className="text-sm text-ink-2">{serviceLines[service]}</span>
              <span className="dots text-sm text-ink-2">
                <span>{plural(sitters, 'sitter')}</span>
                <span>{`from ${formatShortMoney(fromPrice, currency)} a ${unitWord(service)}, fees included`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Nearby({ city: { nearby } }: { city: CityData }) {
  return (
    <nav aria-labelledby="nearby" className="grid gap-4">
      <h2 id="nearby" className="text-2xl">
        Cities around
      </h2>
      <ul className="flex flex-wrap gap-2">
        {nearby.map(({ place: other, sitters }) => (
          <li key={other.id}>
            <Link to={cityPath(other)} className={chipStyle()}>
              {`${other.name}, ${plural(sitters, 'sitter')}`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
