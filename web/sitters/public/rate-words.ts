import { isStay } from '#contract/codes.ts'
import type { Accepts, Rates, SitterService } from '#contract/sitters/sitters.ts'
import { formatShortMoney, listWords } from '#contract/words.ts'
import { formatKilograms } from '#web/format.ts'
import { capitalised, speciesWord, unitWord } from '#web/words.ts'

type RateLine = { label: string; amount: string }

/** Surcharges and discounts of a service, as set by the sitter; leaves out what is not charged. */
export function rateLines(
  { service, rates }: Pick<SitterService, 'service' | 'rates'>,
  currency: string,
): RateLine[] {
  const unit = unitWord(service)
  const money = (amount: number) => formatShortMoney(amount, currency)
  const extra = (label: string, amount: number | null, per = `a ${unit}`): RateLine[] =>
    amount === null || amount === 0 ? [] : [{ label, amount: `+ ${money(amount)} ${per}` }]
  const { catBase, extraPet, extraCat, puppyExtra, holidayExtra, longStayPct, longStayFrom }: Rates = rates
  return [
    ...(catBase !== null && catBase !== rates.base
      ? [{ label: 'A cat', amount: `${money(catBase)} a ${unit}` }]
      : []),
    ...extra('Each further pet', extraPet),
    ...(extraCat !== extraPet ? extra('Each further cat', extraCat) : []),
    ...extra('Puppy or kitten', puppyExtra),
    ...extra('60 minutes instead of 30', rates.minutes60Extra),
    ...extra('On holidays', holidayExtra),
    ...(isStay(service) && longStayPct
      ? [{ label: `From ${longStayFrom} nights`, amount: `− ${longStayPct} %` }]
      : []),
    ...extra('Bathing', rates.bathing, 'a pet'),
    ...extra('Picked up or brought home', rates.pickupTrip, 'a trip'),
  ]
}

/** Describes in a sentence which pets a service accepts. */
export function acceptsInWords({
  species,
  minWeightKg,
  maxWeightKg,
  puppies,
  unneutered,
  medication,
}: Accepts): string {
  const kinds = capitalised(listWords(species.map((code) => speciesWord(code, 2))))
  const weight =
    minWeightKg !== null && maxWeightKg !== null
      ? ` from ${formatKilograms(minWeightKg)} to ${formatKilograms(maxWeightKg)}`
      : maxWeightKg !== null
        ? ` up to ${formatKilograms(maxWeightKg)}`
        : minWeightKg !== null
          ? ` from ${formatKilograms(minWeightKg)}`
          : ''
  const not = [
    !puppies && 'no puppies',
    !unneutered && 'only neutered',
    !medication && 'no medication',
  ].filter(Boolean)
  return [`${kinds}${weight}`, ...not].join(', ')
}
