import type { Settings } from '#contract/settings.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { addDays, addHours, daysFrom } from '#server/kernel/day.ts'
import { servicesOf, type SitterProfile } from '#server/sitters/profile.ts'
import { castInstant, castSpecies, castTags } from './cast.ts'
import type { CastOwner, CastSitter, City, Content } from './content.ts'
import { castEmail, namesOf, type Person, personOf } from './people.ts'
import { type PetPlan, planCastPet, planPet } from './pets.ts'
import type { Random } from './random.ts'
import { drawTags, profileOf, writeProfile } from './sitters.ts'

/** A sitter's behaviour: answer time, share of unanswered requests, share of five-star reviews, and popularity. */
export type Habits = { answerMinutes: number; lapses: number; fiveStars: number; popularity: number }

export type SitterPlan = {
  key: string | null
  person: Person
  joinedAt: Date
  tags: ReadonlySet<string>
  profile: SitterProfile
  services: SitterService[]
  pets: PetPlan[]
  /** Days without any capacity. */
  away: string[]
  /** When the calendar was last confirmed. */
  confirmedAt: Date
  habits: Habits
}
export type OwnerPlan = { key: string | null; person: Person; pets: PetPlan[] }

export type Census = { sitters: number; owners: number; pets: number }
export type PlacedCity = City & { placeId: number }
export type PlanTerms = { content: Content; settings: Settings; now: Date }

const dayHours = 24
const daysAgo = (now: Date, days: number): Date => addHours(now, -days * dayHours)

/** Plans all people of a city; the cast lives in the first one. */
export function planPopulation(
  city: PlacedCity,
  { sitters, owners, pets }: Census,
  cast: { sitters: CastSitter[]; owners: CastOwner[] },
  terms: PlanTerms,
  random: Random,
): { sitters: SitterPlan[]; owners: OwnerPlan[] } {
  const taken = [...cast.sitters, ...cast.owners].map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const strangers = Math.max(0, sitters - cast.sitters.length) + Math.max(0, owners - cast.owners.length)
  const names = namesOf(city, strangers, taken, random.fork('names'))
  const met = new Set<string>()
  const petNames = new Set<string>()
  const firstSitters = cast.sitters.map((one) => planCastSitter(city, one, terms, random.fork(one.key)))
  const firstOwners = cast.owners.map((one) => planCastOwner(city, one, terms, random.fork(one.key)))
  const sittersToCome = names.splice(0, Math.max(0, sitters - firstSitters.length))
  return {
    sitters: [
      ...firstSitters,
      ...sittersToCome.map((name, index) =>
        planSitter(
          city,
          name,
          { isNew: index % 8 === 7, met, petNames },
          terms,
          random.fork(`sitter ${index}`),
        ),
      ),
    ],
    owners: [
      ...firstOwners,
      ...shareOut(
        pets - firstOwners.flatMap((one) => one.pets).length,
        names.length,
        random.fork('pets'),
      ).map((count, index) =>
        planOwner(city, names[index]!, { count, petNames }, terms, random.fork(`owner ${index}`)),
      ),
    ],
  }
}

/** Every owner gets one pet, and some get two or three. */
function shareOut(pets: number, owners: number, random: Random): number[] {
  const counts = Array.from({ length: owners }, () => 1)
  if (owners === 0) return counts
  for (let given = owners; given < pets; given++) {
    const modest = [...counts.keys()].filter((index) => counts[index]! < 3)
    counts[random.pick(modest.length > 0 ? modest : [...counts.keys()])]!++
  }
  return counts
}

const todayOf = ({ now }: PlanTerms): string => now.toISOString().slice(0, 10)

function planOwner(
  city: City,
  name: { firstName: string; lastName: string },
  { count, petNames }: { count: number; petNames: Set<string> },
  terms: PlanTerms,
  random: Random,
): OwnerPlan {
  const pets = Array.from({ length: count }, (_, index) =>
    planPet(terms.content, todayOf(terms), petNames, random.fork(`pet ${index}`)),
  )
  return { key: null, person: personOf(city, name, random), pets }
}

const planCastOwner = (city: City, one: CastOwner, terms: PlanTerms, random: Random): OwnerPlan => ({
  key: one.key,
  person: personOf(city, { ...one, email: castEmail(one.firstName) }, random),
  pets: one.pets.map((pet) => planCastPet(pet, todayOf(terms), random)),
})

function planSitter(
  city: PlacedCity,
  name: { firstName: string; lastName: string },
  { isNew, met, petNames }: { isNew: boolean; met: Set<string>; petNames: Set<string> },
  terms: PlanTerms,
  random: Random,
): SitterPlan {
  const { content } = terms
  const person = personOf(city, name, random)
  const tags = drawTags(city, random)
  if (isNew) tags.add('newcomer')
  const words = writeProfile(content, { city, person, tags, met }, random)
  const profile = profileOf({ city, person, tags, words }, random)
  const pets = (['dog', 'cat'] as const)
    .filter((species) => tags.has(species === 'dog' ? 'residentDog' : 'residentCat'))
    .map((species) => residentOf(species, terms, petNames, random.fork(species)))
  const joinedDaysAgo = isNew
    ? random.between(12, 50)
    : random.chance(0.75)
      ? random.between(400, 460)
      : random.between(120, 400)
  const isExcellent = random.chance(0.4)
  return {
    key: null,
    person,
    tags,
    profile,
    pets,
    joinedAt: daysAgo(terms.now, joinedDaysAgo),
    services: servicesOf(profile, terms.settings),
    ...calendarOf(joinedDaysAgo, terms, random),
    habits: {
      answerMinutes: random.pick([12, 25, 45, 90, 180, 320]),
      lapses: isExcellent ? 0 : random.pick([0, 1, 1, 3]),
      fiveStars: isExcellent ? 0.98 : random.between(0.65, 0.92),
      popularity: isNew ? 0.15 : isExcellent ? 0.5 + 4.5 * random.next() ** 2 : 0.45 + 0.6 * random.next(),
    },
  }
}

function residentOf(species: 'dog' | 'cat', terms: PlanTerms, met: Set<string>, random: Random): PetPlan {
  for (let attempt = 0; ; attempt++) {
    const pet = planPet(terms.content, todayOf(terms), met, random.fork(`${attempt}`))
    if (pet.input.species === species) return pet
  }
}

function planCastSitter(city: PlacedCity, one: CastSitter, terms: PlanTerms, random: Random): SitterPlan {
  const person = personOf(city, { ...one, email: castEmail(one.firstName) }, random)
  const tags = new Set([...one.tags, ...(castTags[one.key] ?? []), `city:${city.slug}`])
  const species = castSpecies[one.key] ?? {}
  const drawn = profileOf({ city, person, tags, words: one, species }, random)
  // Rex, Pip and Miso are accepted everywhere, whatever was generated.
  const profile: SitterProfile = {
    ...drawn,
    instantBooking: castInstant.includes(one.key) ? 'everyone' : drawn.instantBooking,
    services: drawn.services.map((service) => ({
      ...service,
      accepts: { ...service.accepts, maxWeightKg: null, puppies: true, unneutered: true },
    })),
  }
  const joinedDaysAgo = random.between(420, 460)
  return {
    key: one.key,
    person,
    tags,
    profile,
    pets: one.pets.map((pet) => planCastPet(pet, todayOf(terms), random)),
    joinedAt: daysAgo(terms.now, joinedDaysAgo),
    services: servicesOf(profile, terms.settings),
    away: [],
    confirmedAt: daysAgo(terms.now, random.between(0.3, 3)),
    habits: { answerMinutes: random.pick([12, 25, 45]), lapses: 0, fiveStars: 0.96, popularity: 1.7 },
  }
}

/** Two weeks or some long weekends away; most sitters confirm their calendar every week, some forget. */
function calendarOf(joinedDaysAgo: number, terms: PlanTerms, random: Random) {
  const today = todayOf(terms)
  const away = Array.from({ length: random.integer(0, 4) }, () => {
    const first = random.integer(2 - Math.floor(joinedDaysAgo), 340)
    return daysFrom(addDays(today, first), random.pick([3, 4, 7, 14]))
  })
  const confirmedDaysAgo = random.chance(0.7) ? random.between(0.2, 6) : random.between(6, 40)
  return {
    away: [...new Set(away.flat())].sort(),
    confirmedAt: daysAgo(terms.now, Math.min(confirmedDaysAgo, joinedDaysAgo / 2)),
  }
}
