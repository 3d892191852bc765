import type { Booking, Quote } from '#contract/bookings/bookings.ts'

export const quote: Quote = {
  currency: 'EUR',
  timeZone: 'Europe/Dublin',
  lines: [{ code: 'base', label: 'Boarding', units: 3, unitAmount: 30_00, amount: 90_00 }],
  subtotal: 90_00,
  ownerFee: 9_00,
  ownerFeeRule: '10 % of the subtotal',
  total: 99_00,
  units: 3,
  refundSchedule: [
    { until: '2030-05-29T11:00:00.000Z', refund: 99_00 },
    { until: null, refund: 0 },
  ],
  policy: 'moderate',
  holidays: [],
  quoteHash: 'hash',
  validUntil: '2030-05-01T09:15:00.000Z',
}

const sam: Booking['sitter'] = {
  id: '0c000000-0000-7000-8000-000000000002',
  accountId: '0a000000-0000-7000-8000-000000000002',
  name: 'Sam S.',
  face: { photo: null, tint: 1 },
  phoneNumber: null,
  location: null,
}

const olga: Booking['owner'] = {
  id: '0a000000-0000-7000-8000-000000000001',
  accountId: '0a000000-0000-7000-8000-000000000001',
  name: 'Olga N.',
  face: { photo: null, tint: 2 },
  phoneNumber: null,
  location: null,
}

const rex: Booking['pets'][number] = {
  id: '0d000000-0000-7000-8000-000000000001',
  name: 'Rex',
  species: 'dog',
  breed: null,
  coat: null,
  weightKg: 22,
}

/** Olga's request to Sam for Rex, three nights in June 2030. */
export const booking = (part: Partial<Booking> = {}): Booking => ({
  id: '0b000000-0000-7000-8000-000000000001',
  number: '100042',
  status: 'requested',
  version: 1,
  service: 'boarding',
  circle: false,
  role: 'owner',
  sitter: sam,
  owner: olga,
  pets: [rex],
  startOn: '2030-06-01',
  startTime: '15:00',
  endOn: '2030-06-04',
  endTime: '11:00',
  visits: [],
  startsAt: '2030-06-01T14:00:00.000Z',
  endsAt: '2030-06-04T10:00:00.000Z',
  timeZone: 'Europe/Dublin',
  placeId: 2964574,
  quote,
  payment: { status: 'none', mode: 'manual', paid: 0, refunded: 0, due: null, extra: null, charge: null },
  refundNow: null,
  refundIfSitterCancels: null,
  waivable: null,
  offer: null,
  offerable: false,
  datesOpen: false,
  actions: [{ event: 'withdraw', deadlineAt: null }],
  expiresAt: '2030-05-02T09:00:00.000Z',
  cancelledBy: null,
  reason: null,
  message: null,
  reviewable: false,
  reviewBy: null,
  change: null,
  cases: [],
  caseSubjects: [],
  caseTerms: { reportHours: 12, decideWorkingDays: 3, holdHours: 48 },
  addOns: [],
  extras: [],
  lateCancellation: null,
  timeline: [
    { at: '2030-05-01T09:00:00.000Z', event: 'request', by: 'owner', detail: 'Olga N. sent the request' },
  ],
  createdAt: '2030-05-01T09:00:00.000Z',
  updatedAt: '2030-05-01T09:00:00.000Z',
  ...part,
})
