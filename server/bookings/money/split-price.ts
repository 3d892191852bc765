import type { PriceLine } from '#contract/bookings/bookings.ts'
import type { Price } from '#server/bookings/money/price.ts'
import { lowerParts } from '#server/bookings/money/promo.ts'
import type { Refundable } from '#server/bookings/money/refund.ts'

/**
 * The part of a price that a change left untouched: the number of first units that kept their price, and the number
 * of first lines that belong to them.
 */
export type UnchangedCounts = { units: number; lines: number }

type PartialPrice = Pick<Price, 'lines' | 'units' | 'addOns' | 'latePickup' | 'subtotal'>
type Agreed = Pick<Refundable, 'units'> & {
  lines: readonly PriceLine[]
  settled: UnchangedCounts | undefined
}

/** Counts the units that have begun. After the check-in the first unit counts, whatever the time. */
export const countStartedUnits = (
  { units, checkedInAt }: Pick<Refundable, 'units' | 'checkedInAt'>,
  at: Date,
): number => Math.max(units.filter(({ startsAt }) => startsAt <= at).length, checkedInAt === null ? 0 : 1)

/** Returns the pet that is priced as the first one in the last units. */
export const firstPetOf = (lines: readonly PriceLine[]): string | undefined =>
  lines.findLast(({ code }) => code === 'base')?.petId

/**
 * A price in two parts: units that have begun keep their agreed price to the cent, and units ahead have the new
 * price.
 */
export type SplitPrice = {
  started: PartialPrice
  ahead: PartialPrice
  deductions: PriceLine[]
  remainingDeduction: number
}

/**
 * Splits a price after `count` units that have begun. `ahead` prices the others; if there are none, it prices the last
 * unit, of which only the lines without a date are used. `remainingDeduction` is the part of promo codes and of the
 * sitter's discount that was not deducted from the units that have begun.
 */
export function splitPrice(
  agreed: Agreed,
  count: number,
  ahead: Price,
  isOver: boolean,
  nameOf: (petId: string) => string | undefined,
): SplitPrice {
  const { lines, settled = { units: 0, lines: 0 } } = agreed
  const units = agreed.units.map(({ on, startsAt, endsAt }) => ({
    on,
    minutes: (+endsAt - +startsAt) / 60_000,
  }))
  const isNamed = settled.lines > 0
  const linesOfStarted = linesOfFirst(
    lines.slice(settled.lines),
    units.slice(settled.units),
    count - settled.units,
  )
  const startedLines = [
    ...lines.slice(0, settled.lines),
    ...(isNamed ? linesOfStarted : linesOfStarted.map(withName(nameOf))),
  ]
  const startedUnits = agreed.units.slice(0, count).map(({ on, net }) => ({ on, net }))
  const deductions = lines.filter(({ code }) => code === 'promo' || code === 'discount')
  const startedDeduction = sumOf(startedLines) - startedUnits.reduce((sum, { net }) => sum + net, 0)
  const aheadPrice = isOver
    ? { ...ahead, lines: ahead.lines.filter(({ dates }) => !dates), units: [] }
    : ahead
  const aheadLines = count === 0 ? aheadPrice.lines : aheadPrice.lines.map(withName(nameOf))
  return {
    started: {
      lines: startedLines,
      units: startedUnits,
      addOns: [],
      latePickup: 0,
      subtotal: sumOf(startedLines),
    },
    ahead: { ...aheadPrice, lines: aheadLines, subtotal: sumOf(aheadLines) },
    deductions,
    remainingDeduction: 0 - sumOf(deductions) - startedDeduction,
  }
}

/** Joins both parts. Amounts taken off stay as agreed, and the part ahead bears the remainder. */
export function joinSplitPrice({ started, ahead, deductions, remainingDeduction }: SplitPrice): PartialPrice {
  const lowered = remainingDeduction === 0 ? ahead : lowerParts(ahead, remainingDeduction)
  return {
    lines: [...started.lines, ...ahead.lines, ...deductions],
    units: [...started.units, ...lowered.units],
    addOns: lowered.addOns,
    latePickup: lowered.latePickup,
    subtotal: started.subtotal + ahead.subtotal + sumOf(deductions),
  }
}

const sumOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

type TimedUnit = { on: string; minutes: number }

const appliesTo = ({ code, dates }: PriceLine, { on, minutes }: TimedUnit): boolean =>
  dates !== undefined && dates.includes(on) && (code !== 'minutes60' || minutes >= 60)

/** Cuts the lines of one price for all units down to the first `count` units. */
const linesOfFirst = (lines: readonly PriceLine[], units: readonly TimedUnit[], count: number): PriceLine[] =>
  lines.flatMap((line) => {
    const dates = units
      .slice(0, count)
      .filter((unit) => appliesTo(line, unit))
      .map(({ on }) => on)
    return dates.length === 0 ? [] : [onDates(line, dates)]
  })

const onDates = (line: PriceLine, dates: string[]): PriceLine => ({
  ...line,
  units: dates.length,
  amount: line.unitAmount * dates.length,
  dates,
})

/** Names the pet in each line, because the pets differ between the two parts. */
const withName =
  (nameOf: (petId: string) => string | undefined) =>
  (line: PriceLine): PriceLine => {
    const name = line.dates && line.petId !== undefined ? nameOf(line.petId) : undefined
    return name ? { ...line, label: `${line.label.replace(', first pet', '')}: ${name}` } : line
  }

const isSame = (one: PriceLine, other: PriceLine): boolean =>
  one.code === other.code &&
  one.label === other.label &&
  one.unitAmount === other.unitAmount &&
  one.petId === other.petId

/**
 * Merges lines for display: equal lines on consecutive units become one, and a pet that returns after a gap gets a
 * separate line.
 */
export function mergedLines(lines: readonly PriceLine[]): PriceLine[] {
  const days = [...new Set(lines.flatMap(({ code, dates }) => (code === 'base' ? (dates ?? []) : [])))]
  const follows = (before: readonly string[], after: readonly string[]): boolean =>
    days.indexOf(after[0]!) - days.indexOf(before.at(-1)!) <= 1
  const merged: PriceLine[] = []
  for (const line of lines) {
    const index = line.dates ? merged.findLastIndex((one) => one.dates && isSame(one, line)) : -1
    const before = merged[index]?.dates
    if (before && line.dates && follows(before, line.dates))
      merged[index] = onDates(line, [...before, ...line.dates])
    else merged.push(line)
  }
  return merged
}

/** Returns the first and last day on which a line charges for its pet; null if that is the whole booking. */
export function spanOf({ dates, petId }: PriceLine, units: number): { from: string; to: string } | null {
  if (!dates || petId === undefined || dates.length === units) return null
  return { from: dates[0]!, to: dates.at(-1)! }
}
