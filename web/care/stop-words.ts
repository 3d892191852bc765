import type { Booking } from '#contract/bookings/bookings.ts'
import { listWords, serviceNames } from '#contract/words.ts'
import type { Stop } from '#web/care/stops.ts'

/** "Rex and Pip arrive", "Miso goes home", "Dog walking: Rex". */
export function stopTitle(kind: Stop['kind'], { service, pets }: Pick<Booking, 'service' | 'pets'>): string {
  const names = listWords(pets.map(({ name }) => name))
  const isOne = pets.length === 1
  if (kind === 'visit') return `${serviceNames[service]}: ${names}`
  if (service === 'house_sitting')
    return kind === 'arrival' ? `House sitting begins: ${names}` : `House sitting ends: ${names}`
  return kind === 'arrival'
    ? `${names} ${isOne ? 'arrives' : 'arrive'}`
    : `${names} ${isOne ? 'goes' : 'go'} home`
}
