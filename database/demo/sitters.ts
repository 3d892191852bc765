import type { z } from 'zod'
import { isStay, type Service, type Species, type StayPolicy, stayPolicies } from '#contract/codes.ts'
import { SitterInput } from '#contract/sitters/sitters.ts'
import type { SitterProfile } from '#server/sitters/profile.ts'
import { type City, type Content, fill, fitsTags, pickUnused, type Tags, type Text } from './content.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** Tags of `content/demo/sitters.json`, and what they mean in a profile. */
const serviceTags: Record<string, Service> = {
  boarding: 'boarding',
  houseSitting: 'house_sitting',
  dropIn: 'drop_in',
  dayCare: 'day_care',
  walks: 'dog_walking',
}
const skillTags = {
  medication: 'oral_medication',
  injections: 'injections',
  puppies: 'puppies',
  seniors: 'seniors',
  specialNeeds: 'special_needs',
  firstAid: 'first_aid',
  training: 'training',
} as const

const offers = {
  allRounder: ['boarding', 'dayCare', 'dropIn', 'walks'],
  host: ['boarding', 'dayCare'],
  guest: ['houseSitting', 'dropIn', 'walks'],
  boarder: ['boarding', 'dropIn'],
  walker: ['walks', 'dropIn'],
  traveller: ['houseSitting', 'dropIn'],
} as const

const petTags = {
  dogsAndCats: ['dogs', 'cats'],
  dogsOnly: ['dogs'],
  catsOnly: ['cats', 'catsOnly'],
} as const
type PetKinds = keyof typeof petTags

/** Draws a sitter's tags, from which the rest of the profile follows. */
export function drawTags(city: City, random: Random): Set<string> {
  const tags = new Set<string>([`city:${city.slug}`, ...drawHome(random)])
  const kinds = random.weighted({ dogsAndCats: 62, dogsOnly: 24, catsOnly: 14 })
  for (const tag of petTags[kinds]) tags.add(tag)
  for (const tag of offers[drawOffer(kinds, random)]) tags.add(tag)
  addAbilities(tags, kinds, random)
  return tags
}

/** The tags of the home and of those who live there. */
function drawHome(random: Random): string[] {
  const home = random.weighted({ flat: 54, house: 40, farm: 6 })
  const garden =
    home === 'flat'
      ? random.weighted({ noGarden: 70, sharedGarden: 30 })
      : random.weighted({ garden: 85, sharedGarden: home === 'house' ? 15 : 0 })
  const children = random.weighted({ noChildren: 75, children: 25 })
  const animals = random.weighted({ noPets: 50, residentDog: 26, residentCat: 18, both: 6 })
  return [home, garden, children, ...(animals === 'both' ? ['residentDog', 'residentCat'] : [animals])]
}

const drawOffer = (kinds: PetKinds, random: Random): keyof typeof offers =>
  random.weighted(
    kinds === 'catsOnly'
      ? { boarder: 50, traveller: 50 }
      : {
          allRounder: 36,
          host: 18,
          guest: 18,
          boarder: 16,
          walker: kinds === 'dogsOnly' ? 12 : 6,
          traveller: 6,
        },
  )

/** Adds the rarer pets and the skills, which depend on the pets and services, and what the sitter has or avoids. */
function addAbilities(tags: Set<string>, kinds: PetKinds, random: Random): void {
  const addWhen = (share: number, tag: string) => {
    if (random.chance(share)) tags.add(tag)
  }
  if (kinds === 'dogsAndCats' && tags.has('dropIn')) {
    addWhen(0.3, 'rabbits')
    addWhen(0.2, 'birds')
  }
  addWhen(0.5, 'medication')
  if (tags.has('medication')) addWhen(0.45, 'injections')
  if (tags.has('dogs')) addWhen(0.3, 'puppies')
  addWhen(0.35, 'seniors')
  addWhen(0.15, 'specialNeeds')
  addWhen(0.3, 'firstAid')
  if (tags.has('dogs')) addWhen(0.2, 'training')
  addWhen(0.4, 'car')
  addWhen(0.85, 'smokeFree')
  addWhen(0.15, 'oneHousehold')
}

/** Price level of each country, relative to the euro area's average of 1. */
const priceLevels: Record<string, number> = {
  PT: 0.8,
  IE: 1.2,
  GB: 1.25,
  DE: 1.05,
  PL: 0.7,
  ES: 0.9,
  NL: 1.2,
  US: 1.4,
  CA: 1.1,
  AU: 1.2,
}
const usualRates: Record<Service, number> = {
  boarding: 30_00,
  house_sitting: 42_00,
  drop_in: 13_00,
  day_care: 24_00,
  dog_walking: 14_00,
}

type Offered = z.input<typeof SitterInput>['services'] extends (infer T)[] | undefined ? T : never

const speciesFor = (service: Service, tags: Tags, random: Random): Species[] => {
  if (service === 'dog_walking') return ['dog']
  const kinds: Species[] = []
  if (tags.has('dogs')) kinds.push('dog')
  if (tags.has('cats') && (service !== 'day_care' || !tags.has('dogs') || random.chance(0.3)))
    kinds.push('cat')
  return service === 'day_care' ? kinds : [...kinds, ...rarerSpeciesFor(service, tags, random)]
}

const rarerSpeciesFor = (service: Service, tags: Tags, random: Random): Species[] => {
  const kinds: Species[] = []
  if (tags.has('rabbits')) kinds.push('rabbit')
  if (tags.has('birds')) kinds.push('bird')
  const isAtOwners = service === 'drop_in' || service === 'house_sitting'
  if (isAtOwners && !tags.has('catsOnly') && tags.has('cats') && random.chance(0.5))
    kinds.push('reptile', 'fish', 'other', 'horse')
  return kinds
}

const weekdaysOf = (service: Service, tags: Tags, random: Random): number[] => {
  const places = {
    boarding: () => (tags.has('oneHousehold') ? random.integer(2, 3) : random.integer(2, 4)),
    day_care: () => random.integer(2, 4),
    house_sitting: () => 1,
    drop_in: () => random.integer(3, 8),
    dog_walking: () => random.integer(3, 8),
  }[service]()
  const restsAtWeekends = (service === 'day_care' || service === 'dog_walking') && random.chance(0.5)
  return Array.from({ length: 7 }, (_, weekday) => (weekday > 4 && restsAtWeekends ? 0 : places))
}

const isAtHome = (service: Service): boolean => service === 'boarding' || service === 'day_care'

/** A share of an amount, in half units of the currency. */
const shareOf = (amount: number, share: number): number => Math.round((amount * share) / 50) * 50

const atLevel = (amount: number, level: number): number => Math.max(1_00, shareOf(amount, level))

type Terms = { service: Service; kinds: readonly Species[]; tags: Tags; level: number }

const ratesOf = (terms: Terms, base: number, random: Random): Offered['rates'] => ({
  ...petRates(terms, base, random),
  ...serviceRates(terms, base, random),
})

function petRates({ service, kinds, level }: Terms, base: number, random: Random) {
  const takesDogs = kinds.includes('dog')
  return {
    base,
    catBase: kinds.includes('cat') && takesDogs && isStay(service) ? shareOf(base, 0.8) : null,
    extraPet: Math.round(base / 200) * 100,
    puppyExtra: takesDogs && random.chance(0.5) ? atLevel(5_00, level) : null,
    holidayExtra: random.chance(0.85) ? shareOf(base, 0.2) : null,
  }
}

/** The discount and the extras that only some services have. */
const serviceRates = ({ service, kinds, tags, level }: Terms, base: number, random: Random) => ({
  longStayPct: isStay(service) && random.chance(0.5) ? random.pick([5, 10, 15]) : null,
  minutes60Extra: service === 'drop_in' || service === 'dog_walking' ? shareOf(base, 0.6) : null,
  latePickup: service === 'boarding' && random.chance(0.6),
  bathing: isAtHome(service) && kinds.includes('dog') && random.chance(0.4) ? atLevel(18_00, level) : null,
  pickupTrip: isAtHome(service) && tags.has('car') ? atLevel(10_00, level) : null,
})

const acceptsOf = ({ service, kinds, tags }: Terms, random: Random): Offered['accepts'] => ({
  species: [...kinds],
  maxWeightKg:
    isAtHome(service) && kinds.includes('dog') && random.chance(0.35) ? random.pick([18, 30, 45]) : null,
  puppies: tags.has('puppies') || random.chance(0.7),
  unneutered: random.chance(0.75),
  medication: tags.has('medication'),
})

function offerOf(
  service: Service,
  {
    tags,
    level,
    policy,
    species,
  }: { tags: Tags; level: number; policy: StayPolicy; species?: Species[] | undefined },
  random: Random,
): Offered {
  const base = atLevel(usualRates[service] * random.between(0.85, 1.2), level)
  const kinds = species ?? speciesFor(service, tags, random)
  const terms: Terms = { service, kinds, tags, level }
  return {
    service,
    rates: ratesOf(terms, base, random),
    accepts: acceptsOf(terms, random),
    weekdayCapacity: weekdaysOf(service, tags, random),
    maxPets: service === 'house_sitting' ? 4 : random.integer(2, 3),
    policy: isStay(service) ? policy : undefined,
    radiusKm: isAtHome(service) ? null : random.integer(4, 15),
  }
}

const languagesOf: Record<string, string[]> = {
  'pt-PT': ['pt', 'en'],
  'de-DE': ['de', 'en'],
  'pl-PL': ['pl', 'en'],
  'ca-ES': ['ca', 'es', 'en'],
  'nl-NL': ['nl', 'en'],
}

export type Words = { headline: string; bio: string; policy: StayPolicy }

/** Generates the profile for the tags; `species` overrides the species of a service. */
export function profileOf(
  {
    city,
    person,
    tags,
    words,
    species = {},
  }: {
    city: City & { placeId: number }
    person: Person
    tags: Tags
    words: Words
    species?: Partial<Record<Service, Species[]>>
  },
  random: Random,
): SitterProfile {
  const level = (priceLevels[city.country] ?? 1) * random.between(0.85, 1.25)
  const services = Object.keys(serviceTags)
    .filter((tag) => tags.has(tag))
    .map((tag) => serviceTags[tag]!)
  const offered = services.map((service) =>
    offerOf(service, { tags, level, policy: words.policy, species: species[service] }, random),
  )
  const atHome = offered.filter(({ service }) => isAtHome(service))
  return SitterInput.parse({
    headline: words.headline,
    bio: words.bio,
    placeId: city.placeId,
    lat: person.lat,
    lng: person.lng,
    neighbourhood: person.neighbourhood,
    status: 'published',
    home: {
      type: ['flat', 'house', 'farm'].find((type) => tags.has(type)) ?? 'other',
      garden: tags.has('garden') ? 'fenced' : tags.has('sharedGarden') ? 'shared' : 'none',
      smokeFree: tags.has('smokeFree'),
      children: tags.has('children') ? random.pick(['young', 'older']) : 'none',
      aloneMaxHours: atHome.length > 0 ? random.integer(1, 4) : random.chance(0.5) ? 3 : null,
      car: tags.has('car'),
    },
    services: offered,
    homeCeiling: Math.max(2, ...atHome.flatMap(({ weekdayCapacity }) => weekdayCapacity ?? [])),
    oneHousehold: tags.has('oneHousehold'),
    visitsWhileSitting: random.chance(0.2),
    languages: [
      ...(languagesOf[city.locale] ?? ['en']),
      ...(random.chance(0.2) ? [random.pick(['fr', 'it', 'uk'])] : []),
    ],
    skills: Object.entries(skillTags).flatMap(([tag, skill]) => (tags.has(tag) ? [skill] : [])),
    experienceYears: tags.has('newcomer') ? random.integer(0, 6) : random.integer(2, 22),
  })
}

/**
 * Writes a headline and a profile text: no text is used twice in a town while unused ones remain, and no topic twice in
 * a profile.
 */
export function writeProfile(
  content: Content,
  { city, person, tags, met }: { city: City; person: Person; tags: Tags; met: Set<string> },
  random: Random,
): Words {
  const topics = new Set<string>()
  const take = (texts: readonly Text[]): string => {
    const possible = texts.filter(
      (text) => fitsTags(text, tags) && !(text.about ?? []).some((topic) => topics.has(topic)),
    )
    const text = pickUnused(possible, met, random)
    for (const topic of text?.about ?? []) topics.add(topic)
    return fill(text?.text ?? '', { neighbourhood: person.neighbourhood, city: city.name })
  }
  const headline = take(content.sitters.headlines)
  const paragraphs = [
    [take(content.sitters.home), take(content.sitters.home)],
    [take(content.sitters.experience), ...(random.chance(0.6) ? [take(content.sitters.experience)] : [])],
    [take(content.sitters.day), ...(random.chance(0.6) ? [take(content.sitters.day)] : [])],
  ]
  return {
    headline,
    bio: paragraphs.map((sentences) => [...new Set(sentences)].join(' ').trim()).join('\n\n'),
    policy: random.pick(stayPolicies),
  }
}
