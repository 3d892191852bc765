import type { z } from 'zod'
import { type Species, sizedSpecies } from '#contract/codes.ts'
import { PetInput } from '#contract/pets.ts'
import { addDays, addMonths, daysBetween } from '#server/kernel/day.ts'
import type { Ages, CastPet, Content, FeedingText, PetText } from './content.ts'
import type { Random } from './random.ts'

export type PetPlan = {
  input: z.output<typeof PetInput>
  /** Day before which the pet is too young to leave home. */
  fromOn: string
}

type Traits = { species: Species; breed: string; sex: 'female' | 'male'; ageMonths: number; weightKg: number }

const speciesShares: Record<Species, number> = {
  dog: 57,
  cat: 31,
  rabbit: 4,
  bird: 3,
  reptile: 1.5,
  fish: 1,
  horse: 0.5,
  other: 2,
}
const longestYears: Record<Species, number> = {
  dog: 14,
  cat: 16,
  rabbit: 8,
  bird: 12,
  reptile: 20,
  fish: 5,
  horse: 20,
  other: 3,
}

/** What a condition requires besides the right species. */
const conditionRules: {
  match: RegExp
  minYears?: number
  breeds?: string[]
  medicine?: RegExp
  food?: RegExp
}[] = [
  { match: /^Early arthritis/, minYears: 7, medicine: /^Joint/ },
  { match: /^Heart murmur/, minYears: 5, medicine: /^Heart/ },
  { match: /^Chronic kidney/, minYears: 8, food: /^Kidney/ },
  { match: /^Food allergy/, food: /^(?!.*(chicken|turkey|beef))|No treats with chicken/ },
  { match: /^Epilepsy/, minYears: 2, medicine: /^Epilepsy/ },
  { match: /^Cataract/, minYears: 8, medicine: /^Eye drops/ },
  { match: /^Diabetes/, minYears: 6, medicine: /^Insulin/ },
  { match: /^Overactive thyroid/, minYears: 9, medicine: /^Thyroid/ },
  { match: /^Sensitive stomach/, food: /^Sensitive/ },
  { match: /^Itchy skin/, minYears: 1, medicine: /^Allergy/ },
  { match: /^Short nose/, breeds: ['French Bulldog', 'English Bulldog', 'Pug', 'Boxer'] },
  { match: /^Dental/, minYears: 2 },
]
const onlyWithCondition = /^(Kidney|Sensitive)/

const isOfAge = ({ minYears = 0, maxYears = 100 }: Ages, months: number): boolean =>
  months >= minYears * 12 && months < maxYears * 12

const fits = (text: PetText, { species, breed, sex, ageMonths, weightKg }: Traits): boolean =>
  (!text.species || text.species.includes(species)) &&
  (!text.breeds || text.breeds.includes(breed)) &&
  (!text.sex || text.sex === sex) &&
  isOfAge(text.ages ?? {}, ageMonths) &&
  weightKg >= (text.minKg ?? 0)

const wordsOf = ({ food, treats }: FeedingText): string => `${food}. ${treats}`

function healthOf(content: Content, traits: Traits, random: Random) {
  const rule = (text: string) => conditionRules.find(({ match }) => match.test(text))
  const possible = content.pets.conditions.filter(({ text, ...condition }) => {
    const { minYears = 0, breeds } = rule(text) ?? {}
    return fits({ ...condition, ...(breeds ? { breeds } : {}), ages: { minYears } }, traits)
  })
  const share = 0.1 + Math.min(0.3, traits.ageMonths / 500)
  const condition = possible.length > 0 && random.chance(share) ? random.pick(possible).text : null
  const { medicine, food } = (condition && rule(condition)) || {}
  const medications = content.pets.medications.filter((one) => medicine?.test(one.name) && fits(one, traits))
  return { condition, food, medications: medications.slice(0, 1) }
}

function feedingOf(content: Content, traits: Traits, food: RegExp | undefined, random: Random): FeedingText {
  const possible = content.pets.feeding[traits.species].filter((one) => fits(one, traits))
  const forTheYoung = traits.ageMonths < 12 ? possible.filter(({ ages }) => ages?.maxYears === 1) : []
  const dietary = food ? possible.filter((one) => food.test(wordsOf(one))) : []
  const usual = possible.filter((one) => !onlyWithCondition.test(one.food))
  return random.pick([forTheYoung, dietary, usual].find((list) => list.length > 0)!)
}

function ageMonthsOf(species: Species, random: Random): number {
  if (random.chance(0.12)) return random.integer(4, 11)
  return Math.round(12 + random.next() ** 1.3 * (longestYears[species] - 1) * 12)
}

/** Generates a pet whose care sheet is consistent with its species, age and health. */
export function planPet(content: Content, today: string, usedNames: Set<string>, random: Random): PetPlan {
  const species = random.weighted(speciesShares)
  const breed = random.pick(content.pets.breeds[species])
  const ageMonths = ageMonthsOf(species, random)
  const adultKg = random.between(breed.minKg, breed.maxKg)
  const growth = ageMonths < 12 ? 0.35 + (0.65 * ageMonths) / 12 : 1
  const traits: Traits = {
    species,
    breed: breed.name,
    sex: random.pick(['female', 'male'] as const),
    ageMonths,
    weightKg: Math.max(0.01, Math.round(adultKg * growth * 100) / 100),
  }
  const { condition, food, medications } = healthOf(content, traits, random)
  const names = content.pets.names[species].filter((name) => !usedNames.has(name))
  const name = random.pick(names.length > 0 ? names : content.pets.names[species])
  usedNames.add(name)
  const character = random.pick(content.pets.character[species].filter((text) => fits(text, traits)))
  return finish(traits, today, random, {
    name,
    coat: random.pick(breed.coats),
    careNotes: `${character.text} ${random.pick(content.pets.notes[species])}`,
    conditions: condition,
    medications: medications.map((one) => ({
      name: one.name,
      dose: one.dose,
      route: one.route,
      times: one.times,
    })),
    feeding: [feedingOf(content, traits, food, random)],
    fears: random.chance(0.5) ? random.pick(content.pets.fears) : null,
    sleepingPlace: random.pick(content.pets.sleepingPlaces),
  })
}

type Details = {
  name: string
  coat: string
  careNotes: string | null
  conditions: string | null
  medications: { name: string; dose: string; route: string; times: string[] }[]
  feeding: FeedingText[]
  fears: string | null
  sleepingPlace: string | null
}

const tenWeeks = 70
const isFurry: readonly Species[] = ['dog', 'cat', 'rabbit', 'horse']

function finish(traits: Traits, today: string, random: Random, details: Details): PetPlan {
  const { species, breed, sex, ageMonths, weightKg } = traits
  const birthOn = addDays(addMonths(today, -ageMonths), -random.integer(0, 27))
  const isSized = sizedSpecies.includes(species)
  const neutered = isFurry.includes(species) ? random.chance(ageMonths < 10 ? 0.15 : 0.88) : null
  const input = PetInput.parse({
    name: details.name,
    species,
    birthOn: species === 'fish' ? null : birthOn,
    weightKg,
    breed,
    sex: species === 'fish' ? null : sex,
    neutered,
    coat: details.coat,
    ...(isSized
      ? {
          chip: { number: String(random.integer(100_000, 999_999)).padStart(15, '0'), registry: '' },
          vaccinations: [
            {
              type: species === 'dog' ? 'Core vaccines and rabies' : 'Core vaccines',
              givenOn: addDays(today, -Math.min(random.integer(20, 330), daysBetween(birthOn, today) - 60)),
            },
          ],
          parasitesTreatedOn: addDays(today, -random.integer(3, 60)),
          energy: ageMonths > 110 ? 'low' : random.pick(['medium', 'medium', 'high'] as const),
          aloneMaxHours: ageMonths < 12 ? 2 : random.integer(3, 6),
          emergency: { consent: true, spendLimit: random.pick([200_00, 300_00, 500_00, 1000_00]) },
        }
      : {}),
    ...(species === 'dog' ? { leash: random.pick(['always', 'sometimes'] as const) } : {}),
    conditions: details.conditions,
    medications: details.medications,
    feeding: details.feeding.map(({ food, amount, times, treats }) => ({ food, amount, times, treats })),
    ...(species === 'fish'
      ? {}
      : {
          behaviour: {
            bitten: false,
            fears: details.fears,
            sleepingPlace: isSized ? details.sleepingPlace : null,
          },
        }),
    careNotes: details.careNotes,
  })
  return { input, fromOn: addDays(birthOn, tenWeeks) }
}

/** A pet as defined by the cast. */
export function planCastPet(pet: CastPet, today: string, random: Random): PetPlan {
  const ageMonths = pet.ageMonths ?? (pet.ageYears ?? 4) * 12
  const sex = pet.sex ?? random.pick(['female', 'male'] as const)
  const { species, breed, weightKg } = pet
  return finish({ species, breed, sex, ageMonths, weightKg }, today, random, {
    name: pet.name,
    coat: pet.coat,
    careNotes: pet.careNotes ?? null,
    conditions: null,
    medications: [],
    feeding: pet.feeding ?? [],
    fears: pet.fears ?? null,
    sleepingPlace: pet.sleepingPlace ?? null,
  })
}
