import type { Service } from '#contract/codes.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'

/** What a sitter offers of a service. */
export const serviceOf = (service: Service): SitterService => ({
  service,
  active: true,
  rates: {
    base: 30_00,
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
  },
  accepts: {
    species: ['dog', 'cat'],
    minWeightKg: null,
    maxWeightKg: null,
    puppies: true,
    unneutered: true,
    medication: false,
  },
  capacity: 1,
  weekdayCapacity: [1, 1, 1, 1, 1, 1, 1],
  maxPets: 2,
  noticeHours: 24,
  policy: 'moderate',
  radiusKm: null,
})
