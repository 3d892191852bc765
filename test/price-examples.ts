import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import type { PriceInput } from '#server/bookings/money/price.ts'
import { daysFrom } from '#server/kernel/day.ts'

const settings = Settings.parse({})

/** Worked examples of the business rules: a Dublin boarding over Christmas, and five walks of a repeat pair. */
export const exampleA: PriceInput = {
  service: 'boarding',
  rates: Rates.parse({
    base: 38_00,
    extraPet: 22_00,
    puppyExtra: 5_00,
    holidayExtra: 10_00,
    longStayPct: 10,
    longStayFrom: 7,
    latePickup: true,
    bathing: 25_00,
    pickupTrip: 12_00,
  }),
  pets: [
    { id: 'rex', species: 'dog', birthOn: '2021-12-01' },
    { id: 'pip', species: 'dog', birthOn: '2026-05-10' },
  ],
  units: daysFrom('2026-12-18', 8).map((on) => ({ on, minutes: 1440 })),
  startTime: '15:00',
  endTime: '19:00',
  addOns: [
    { code: 'bathing', petId: 'rex', count: 1 },
    { code: 'pickup_trip', count: 1 },
  ],
  holidays: [
    {
      country: 'IE',
      subdivision: null,
      year: 2026,
      name: 'Christmas',
      startOn: '2026-12-23',
      endOn: '2027-01-02',
    },
  ],
  pair: { repeat: false, invited: false },
  settings,
}

export const exampleB: PriceInput = {
  service: 'dog_walking',
  rates: Rates.parse({ base: 17_50, extraPet: 9_00, minutes60Extra: 6_50 }),
  pets: [
    { id: 'rex', species: 'dog', birthOn: '2021-12-01' },
    { id: 'bo', species: 'dog', birthOn: '2020-03-01' },
  ],
  units: daysFrom('2026-12-07', 5).map((on) => ({ on, minutes: 60 })),
  addOns: [],
  holidays: [],
  pair: { repeat: true, invited: false },
  settings,
}
