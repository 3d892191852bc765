import { isStay, type Service, services, species } from '#contract/codes.ts'
import type { SitterService } from '#contract/sitters.ts'
import type { Event } from '#server/bookings/transition.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

const nothing = {
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

const ofFriend = (service: Service): SitterService => ({
  service,
  active: true,
  rates: nothing,
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

/** A friend of the owner's care circle: every kind of care, for nothing, whatever the friend asks of others. */
export const asFriend = (sitter: BookableSitter): BookableSitter => ({
  ...sitter,
  status: 'published',
  instantBooking: 'off',
  services: services.map(ofFriend),
})

/**
 * What may happen to a booking in the care circle. All else is about money, prices or the marketplace's judgement, of
 * which there is none between friends.
 */
const between: readonly Event[] = [
  'request',
  'accept',
  'decline',
  'withdraw',
  'expire',
  'remind',
  'cancel',
  'cancel_by_sitter',
  'cancel_by_operator',
  'end_early',
  'check_in',
  'auto_start',
  'check_out',
  'auto_complete',
  'close',
]

export const isBetweenFriends = (event: Event): boolean => between.includes(event)
