import type { City } from './content.ts'
import type { Random } from './random.ts'

export type Person = {
  firstName: string
  name: string
  email: string
  phoneNumber: string
  location: string
  neighbourhood: string
  lat: number
  lng: number
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** No phone number of the country begins with two zeros, so nobody is ever called. */
const phoneOf = ({ callingCode }: City, random: Random): string =>
  `${callingCode}00${random.integer(1_000_000, 9_999_999)}`

/** A person in the neighbourhood, at a position within a few streets of its centre. */
export function personOf(
  city: City,
  {
    firstName,
    lastName,
    email,
    neighbourhood,
  }: {
    firstName: string
    lastName: string
    email?: string
    neighbourhood?: string
  },
  random: Random,
): Person {
  const place =
    city.neighbourhoods.find(({ name }) => name === neighbourhood) ?? random.pick(city.neighbourhoods)
  const round = (value: number) => Math.round(value * 1e5) / 1e5
  return {
    firstName,
    name: `${firstName} ${lastName}`,
    email: email ?? `${plain(firstName)}.${plain(lastName)}@${city.slug}.example`,
    phoneNumber: phoneOf(city, random),
    location: `${place.name}, ${city.name}`,
    neighbourhood: place.name,
    lat: round(place.lat + random.between(-0.003, 0.003)),
    lng: round(place.lng + random.between(-0.004, 0.004)),
  }
}

/** E-mail address of a person of the cast, derived from the first name. */
export const castEmail = (firstName: string): string => `${plain(firstName)}@demo.example`

/** Generates distinct names; first names repeat only after all have been used. */
export function namesOf(
  city: City,
  count: number,
  taken: readonly string[],
  random: Random,
): { firstName: string; lastName: string }[] {
  const used = new Set(taken)
  const names: { firstName: string; lastName: string }[] = []
  for (let round = 0; names.length < count; round++) {
    if (round > 20) throw new Error(`${city.name} has too few names`)
    const lastNames = random.shuffled(city.lastNames)
    for (const [index, firstName] of random.shuffled(city.firstNames).entries()) {
      const lastName = lastNames[index % lastNames.length]!
      if (names.length === count || used.has(`${firstName} ${lastName}`)) continue
      used.add(`${firstName} ${lastName}`)
      names.push({ firstName, lastName })
    }
  }
  return names
}
