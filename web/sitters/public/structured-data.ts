import type { Thing } from 'schema-dts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { decimalMoney, serviceNames } from '#contract/words.ts'
import { paths } from '#web/paths.ts'
import { unitWord } from '#web/words.ts'

/** Structured data of a sitter's page: the service with its prices and rating, and the breadcrumbs. */
export function sitterStructuredData(
  { id, name, headline, bio, place, rating, services, currency, photos }: Sitter,
  siteUrl: string,
): Thing[] {
  const url = `${siteUrl}${paths.sitter(id)}`
  const crumbs = [
    { name: 'Find a sitter', item: `${siteUrl}${paths.sitters()}` },
    ...(place ? [{ name: place.name, item: `${siteUrl}${paths.sitters({ place: place.id })}` }] : []),
    { name, item: url },
  ]
  return [
    {
      '@type': 'Service',
      '@id': `${url}#service`,
      url,
      name: `Pet sitting by ${name}`,
      description: headline || bio.slice(0, 200),
      serviceType: 'Pet sitting',
      ...(photos.length > 0 && { image: photos.map(({ sizes }) => `${siteUrl}${sizes.at(-1)!.url}`) }),
      provider: { '@type': 'Person', name },
      ...(place && { areaServed: { '@type': 'City', name: place.name } }),
      ...(rating.average !== null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
      offers: services
        .filter(({ active }) => active)
        .map(({ service, unitPrice }) => ({
          '@type': 'Offer',
          name: serviceNames[service],
          priceCurrency: currency,
          price: decimalMoney(unitPrice, currency),
          description: `For one ${unitWord(service)}, fees included`,
        })),
    },
    {
      '@type': 'BreadcrumbList',
      '@id': `${url}#breadcrumbs`,
      itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    },
  ]
}
