import { isStay, type Service, services, species } from '#contract/codes.ts'
import type { ShownService, SitterService } from '#contract/sitters/sitters.ts'

const freeRates = {
  base: 0,
  catBase: null,
  extraPet: null,
  extraCat: null,
  puppyExtra: null,
  holidayExtra: null,
  longStayPct: null,
  longStayFrom: 7,
  minutes60Extra: null,
  latePickup: false,
  bathing: null,
  pickupTrip: null,
} satisfies SitterService['rates']

const ofFriend = (service: Service): ShownService => ({
  service,
  active: true,
  rates: freeRates,
  unitPrice: 0,
  accepts: {
    species: [...species],
    minWeightKg: null,
    maxWeightKg: null,
    puppies: true,
    unneutered: true,
    medication: true,
  },
  capacity: 1,
  weekdayCapacity: Array.from({ length: 7 }, () => 1),
  maxPets: 20,
  noticeHours: 0,
  policy: isStay(service) ? 'flexible' : 'per_unit_24h',
  radiusKm: null,
})

/**
 * The services of a friend in a care circle: all of them, free of charge. Without zod so that the browser may import
 * them.
 */
export const friendServices: ShownService[] = services.map(ofFriend)
