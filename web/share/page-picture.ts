import type { Post } from '#contract/blog.ts'
import type { Service, Species } from '#contract/codes.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { showCity } from '#contract/places.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { formatCount, formatDay, formatRating, plural } from '#web/format.ts'
import { hashOf } from '#web/ui/portrait/coats.ts'
import type { PortraitSeed } from '#web/ui/portrait/draw.ts'
import { offeredOrder, unitWord } from '#web/words.ts'

/** Facts shown in a page's preview picture, worded as on the page. */
export type PictureFacts = {
  title: string
  /** A line below the title, and the title to use if that cannot be rendered. */
  line: string
  text: string
  /** "Boarding from €35 a night". */
  price: string | null
  /** "4.91", and "23 reviews" or, if space is short, "(23)". */
  rating: { value: string; count: string; short: string } | null
  /** One to three animals. */
  animals: readonly PortraitSeed[]
}

/** Open Graph picture of a page, 1200 × 630 pixels. */
export type PagePicture = { path: string; alt: string }

/** Increase this when the drawing itself changes, because browsers cache pictures for a long time. */
const drawing = 1

const versionOf = (facts: PictureFacts): string => {
  const text = JSON.stringify([drawing, facts])
  return [text, `${text}:`].map((one) => hashOf(one).toString(36)).join('')
}

export type Drawn = { facts: PictureFacts; version: string; picture: PagePicture }

const drawn = (place: string, facts: PictureFacts): Drawn => {
  const version = versionOf(facts)
  const { title, line, text, price, rating } = facts
  const alt = [title, line, text, price, rating && `${rating.value} of 5, ${rating.count}`]
    .filter(Boolean)
    .join(' · ')
  return { facts, version, picture: { path: `/pictures/${place}/${version}.png`, alt } }
}

export function sitterPicture(
  sitter: Pick<Sitter, 'id' | 'name' | 'headline' | 'place' | 'rating' | 'services' | 'currency' | 'pets'>,
): Drawn {
  const { id, name, headline, place, rating, services, currency, pets } = sitter
  const active = services.filter((one) => one.active)
  const first = offeredOrder.flatMap((code) => active.filter(({ service }) => service === code))[0]
  const animals = pets
    .slice(0, 2)
    .map(({ id: petId, species, coat }): PortraitSeed => ({ id: petId, species, ...(coat && { coat }) }))
  return drawn(`sitters/${id}`, {
    title: name,
    line: `Pet sitter${place ? ` in ${place.name}` : ''}`,
    text: headline,
    price: first ? priceIn(first.service, first.unitPrice, currency) : null,
    rating:
      rating.average === null
        ? null
        : {
            value: formatRating(rating.average),
            count: plural(rating.count, 'review'),
            short: `(${formatCount(rating.count)})`,
          },
    animals: animals.length > 0 ? animals : [{ id, species: 'dog' }],
  })
}

const priceIn = (service: Service, amount: number, currency: string): string =>
  `${serviceNames[service]} from ${formatShortMoney(amount, currency)} a ${unitWord(service)}`

/** The species that a service is mostly for. */
const guests: Record<Service, readonly Species[]> = {
  boarding: ['dog', 'cat'],
  house_sitting: ['cat', 'dog'],
  drop_in: ['cat', 'rabbit'],
  day_care: ['dog', 'dog'],
  dog_walking: ['dog', 'dog'],
}

/** Picture of a city, or of a service offered there. */
export function cityPicture(
  { place, sitters, services }: EndpointResponse<typeof showCity>,
  offered: EndpointResponse<typeof showCity>['services'][number] | undefined,
  currency: string,
): Drawn {
  const shown =
    offered ?? offeredOrder.flatMap((code) => services.filter(({ service }) => service === code))[0]
  const species = offered ? guests[offered.service] : (['dog', 'cat', 'dog'] as const)
  return drawn(`cities/${place.id}${offered ? `/${offered.service}` : ''}`, {
    title: `${offered ? serviceNames[offered.service] : 'Pet sitters'} in ${place.name}`,
    line: `${plural(offered?.sitters ?? sitters, 'sitter')}, ${place.countryName}`,
    text: '',
    price: shown ? priceIn(shown.service, shown.fromPrice, currency) : null,
    rating: null,
    animals: species.map((one, index) => ({ id: `${place.id} ${index}`, species: one })),
  })
}

export const postPicture = ({
  id,
  title,
  author,
  publishedOn,
  portrait,
}: Pick<Post, 'id' | 'title' | 'author' | 'publishedOn' | 'portrait'>): Drawn =>
  drawn(`posts/${id}`, {
    title,
    line: author,
    text: formatDay(publishedOn, 'long'),
    price: null,
    rating: null,
    animals: [{ id, species: portrait }],
  })

/** Default picture for pages without their own. */
export const sitePicture = ({ description }: { description: string }): Drawn =>
  drawn('site', {
    title: 'Someone lovely to stay with your best friend',
    line: '',
    text: description,
    price: null,
    rating: null,
    animals: [
      { id: 'hero-brown', species: 'dog', coat: 'brown', ears: 'floppy' },
      { id: 'hero-grey', species: 'cat', coat: 'grey tabby' },
      { id: 'hero-cream', species: 'dog', coat: 'cream', ears: 'pricked' },
    ],
  })
