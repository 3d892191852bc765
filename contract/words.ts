/**
 * Money, services, time zones and lists in words, for pages, mails and documents alike; without zod so that the browser
 * may import it. The locale is always given, so that server and browser print the same.
 */
import type { Service } from './codes.ts'

export const locale = 'en-GB'

/** Caches the result of `make` for each key, because creating a formatter is slow. */
export const cached = <T, Key extends string = string>(make: (key: Key) => T) => {
  const results = new Map<Key, T>()
  return (key: Key): T => {
    let value = results.get(key)
    if (value === undefined) results.set(key, (value = make(key)))
    return value
  }
}

const moneyFormat = cached((currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }))
const moneyFormatWithoutDecimals = cached(
  (currency) => new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 }),
)
const digitsOf = cached((currency) => moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2)

/** "€627.00", "CHF 627.00" with a no-break space. `amount` is in the currency's minor unit. */
export const formatMoney = (amount: number, currency: string): string =>
  moneyFormat(currency).format(amount / 10 ** digitsOf(currency))

/** "19.50", "3500": machine-readable. */
export const decimalMoney = (amount: number, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))

/** Omits the decimals if they are zero: for cards and pins. */
export const formatShortMoney = (amount: number, currency: string): string => {
  const scale = 10 ** digitsOf(currency)
  return amount % scale === 0
    ? moneyFormatWithoutDecimals(currency).format(amount / scale)
    : formatMoney(amount, currency)
}

export const serviceNames: Record<Service, string> = {
  boarding: 'Boarding',
  house_sitting: 'House sitting',
  day_care: 'Day care',
  drop_in: 'Drop-in visits',
  dog_walking: 'Dog walking',
}
/** As `serviceNames`, but for one visit or walk: for price lines and calendar entries. */
export const singleServiceNames: Record<Service, string> = {
  ...serviceNames,
  drop_in: 'Drop-in visit',
  dog_walking: 'Dog walk',
}

/** The city of a zone: "Europe/Lisbon" is "Lisbon". A zone without a city, like "UTC", stays as it is. */
export const formatZone = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')

/** "a, b and c". */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const firstName = (name: string): string => name.split(' ')[0] ?? name
