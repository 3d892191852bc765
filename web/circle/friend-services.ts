import { isStay, type Service, services } from '#contract/codes.ts'
import type { SitterService } from '#contract/sitters.ts'

/** What the booking form asks of a friend: every kind of care, for nothing. The server has the last word. */
export const friendServices: SitterService[] = services.map((service: Service) => ({
  service,
  active: true,
  rates: {
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
  },
  accepts: {
    species: [],
    minWeightKg: null,
    maxWeightKg: null,
    puppies: true,
    unneutered: true,
    medication: true,
  },
  capacity: 1,
  weekdayCapacity: [1, 1, 1, 1, 1, 1, 1],
  maxPets: 20,
  noticeHours: 0,
  policy: isStay(service) ? 'flexible' : 'per_unit_24h',
  radiusKm: null,
}))
