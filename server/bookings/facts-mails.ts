import { isStay, type Party } from '#contract/codes.ts'
import { type MoneyWords, moneyWords, type Reading, settlementOf } from '#contract/payments/words.ts'
import { formatMoney, listWords, serviceNames } from '#contract/words.ts'
import { nightsOf } from '#server/bookings/money/price.ts'
import { refundSchedule } from '#server/bookings/money/refund.ts'
import { lateChargeAt } from '#server/bookings/pay/charge.ts'
import { ownerAmounts } from '#server/bookings/record/paid.ts'
import {
  type BookingRecord,
  type EventPayload,
  refundableFrom,
  termsOfRow,
} from '#server/bookings/record/record.ts'
import { localOf } from '#server/kernel/day.ts'
import { dayInWords, instantInWords, zoneInWords } from '#server/kernel/words.ts'

export type Site = { name: string; url: string }
export type Mail = { record: BookingRecord; to: Party; other: string; payload: EventPayload; site: Site }
export type Body = {
  paragraphs: (string | null)[]
  facts: (readonly [string, string])[]
  quoted?: string | null
  button?: { label: string; url: string }
}

export type Words = (mail: Mail) => Body

/** Input of facts that read the same for both sides and operators. */
type About = Pick<Mail, 'record'>

export const money = ({ record }: About, amount: number) => formatMoney(amount, record.currency)
export const momentOf = ({ record }: About, moment: Date) => instantInWords(moment, record.time_zone)
export const petsOf = ({ record }: About) => listWords(record.pets.map(({ name }) => name))

export function datesOf({ record }: { record: Dated }): string {
  const zone = zoneInWords(record.time_zone)
  if (isStay(record.service)) {
    const nights = nightsOf(record.start_on, record.end_on)
    const from = `${dayInWords(record.start_on)}, ${record.start_time}`
    const to = `${dayInWords(record.end_on)}, ${record.end_time}`
    return `${from} to ${to} (${zone}), ${nights} ${nights === 1 ? 'night' : 'nights'}`
  }
  const times = record.units.map(
    (unit) =>
      `${dayInWords(unit.on_date)}, ${localOf(unit.starts_at, record.time_zone).time} (${unit.minutes} minutes)`,
  )
  const shown = times.length > 6 ? [...times.slice(0, 6), `${times.length - 6} more`] : times
  return `${shown.join('; ')}; all times are ${zone}`
}

/** The fields that determine the dates of a booking, actual or proposed. */
type Dated = Pick<
  BookingRecord,
  'service' | 'start_on' | 'start_time' | 'end_on' | 'end_time' | 'time_zone'
> & { units: readonly Pick<BookingRecord['units'][number], 'on_date' | 'starts_at' | 'minutes'>[] }

export const reviewDays = ({ record }: Mail) => termsOfRow(record).settings.review.windowDays

export const basics = (mail: About): Body['facts'] => [
  ['Service', serviceNames[mail.record.service]],
  ['Pets', petsOf(mail)],
  ['When', mail.record.dates_open ? 'not decided yet' : datesOf(mail)],
]

export const contacts = ({ record, to }: Mail): Body['facts'] => {
  const [phone, location] =
    to === 'owner'
      ? [record.sitter_phone_number, record.sitter_location]
      : [record.owner_phone_number, record.owner_location]
  return [
    ...(phone ? ([['Phone', phone]] as const) : []),
    ...(location ? ([['Where', location]] as const) : []),
  ]
}

export const earns = (mail: Mail): Body['facts'] => [
  ['You receive', money(mail, mail.record.quote.sitterPayout ?? 0)],
]
/** Returns the day on which the card is charged, for a booking so far ahead that the card is only saved at first. */
export function chargeDay({ record }: About): string | null {
  if (record.paid > 0) return null
  const at = record.charge_at ?? lateChargeAt(record, termsOfRow(record), record.updated_at)
  return at && dayInWords(localOf(at, record.time_zone).on)
}

export function costs(mail: Mail): Body['facts'] {
  const day = chargeDay(mail)
  return [['Total', money(mail, mail.record.total)], ...(day ? ([['Charged on', day]] as const) : [])]
}

export function answerBy(mail: Mail): Body['facts'] {
  const { expires_at: expiresAt } = mail.record
  return expiresAt
    ? [[mail.to === 'sitter' ? 'Answer by' : 'Answer expected by', momentOf(mail, expiresAt)]]
    : []
}

export const payBy = (mail: Mail): Body['facts'] =>
  mail.record.expires_at ? [['Pay by', momentOf(mail, mail.record.expires_at)]] : []

export function freeUntil(mail: Mail): string | null {
  const { record } = mail
  if (!record.confirmed_at) return null
  const steps = refundSchedule(refundableFrom(record), record.confirmed_at)
  const full = steps.findLast(({ refund }) => refund === record.total)
  return full?.until
    ? `You can cancel until ${momentOf(mail, new Date(full.until))} ${mail.record.payment_mode === 'manual' ? 'and pay nothing' : 'and get everything back'}.`
    : null
}

/** A search for the same days in the same town. */
export function others({ record, site }: Mail): NonNullable<Body['button']> {
  const { service, start_on: start, end_on: end, units, sitter_place_id: place } = record
  const query = new URLSearchParams({
    service,
    ...(place === null ? {} : { place: `${place}` }),
    ...(isStay(service) ? { start, end } : { days: units.map((unit) => unit.on_date).join(',') }),
  })
  return { label: 'Find another sitter', url: `${site.url}/sitters?${query}` }
}
export const reviewButton = (mail: Mail) => ({ label: 'Write a review', url: bookingUrl(mail) })
export const bookingUrl = ({ record, site }: Mail) => `${site.url}/account/bookings/${record.id}`
export const reasonOf = ({ payload }: Mail) => payload.reason ?? payload.note ?? null

/** Amount of a tip, or of an additional refund. */
export const moved = (mail: Mail, name: string): Body['facts'] => [
  [name, money(mail, mail.payload.amount ?? 0)],
]

/** True if the card has not been charged for this booking. */
export const isUncharged = ({ record }: About): boolean =>
  record.payment_mode === 'stripe' && record.total > 0 && record.paid === 0

/** How the money of this booking is settled, which decides the wording (docs/decisions/0103). */
export const moneyWordsOf = (mail: About): MoneyWords =>
  moneyWords[settlementOf(mail.record.payment_mode, isUncharged(mail))]

const readingOf = ({ to, other }: Mail): Reading => ({ reader: to, other })

/** An amount taken off the price. */
export const lessBy = (mail: Mail, amount: number): Body['facts'] => [
  [moneyWordsOf(mail).less(readingOf(mail)), money(mail, amount)],
]

/** How the owner gets the part of the price that is no longer due, where the amounts do not say it. */
export function moneyNote(mail: Mail): string | null {
  const { paid, refunded: back } = ownerAmounts(mail.record)
  return moneyWordsOf(mail).note(readingOf(mail), paid > back ? money(mail, paid - back) : null)
}

export function refunded(mail: Mail): Body['facts'] {
  const { refund } = mail.payload
  if (!refund || isUncharged(mail)) return []
  return mail.to === 'owner'
    ? [
        [moneyWordsOf(mail).before(readingOf(mail)), money(mail, ownerAmounts(mail.record).paid)],
        ...lessBy(mail, refund.total),
      ]
    : [...lessBy(mail, refund.total), ['You earn', money(mail, refund.sitterKeeps)]]
}
