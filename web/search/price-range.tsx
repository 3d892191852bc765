import { useState } from 'react'
import type { SearchChoices } from '#contract/search/choices.ts'
import { formatShortMoney } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import type { SearchState } from '#web/search/search-state.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'

type PriceRangeProps = {
  search: SearchState
  currency: string
  prices: NonNullable<SearchChoices['prices']>
  areTotals: boolean
}

/** Two sliders overlap, and only their thumbs take the pointer so that both can be reached. */
const slider =
  'pointer-events-none absolute inset-x-0 top-0 h-7 w-full appearance-none bg-transparent rounded-full ' +
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-7 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-green [&::-webkit-slider-thumb]:bg-card ' +
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-green [&::-moz-range-thumb]:bg-card'

/** The chosen range; a limit is null at the end of its slider. */
function useRange(search: SearchState, { from, width, totals }: PriceRangeProps['prices']) {
  const [lowest, setLowest] = useState(search.minTotal)
  const [highest, setHighest] = useState(search.maxTotal)
  const least = Math.min(from, search.minTotal ?? from, lowest ?? from)
  const most = Math.max(from + width * totals.length, search.maxTotal ?? 0, highest ?? 0)
  const [low, high] = [lowest ?? least, highest ?? most]
  const aboveLeast = (amount: number) => (amount > least ? amount : null)
  const belowMost = (amount: number) => (amount < most ? amount : null)
  return {
    least,
    most,
    low,
    high,
    lowest: aboveLeast(low),
    highest: belowMost(high),
    setLow: (amount: number) => setLowest(aboveLeast(Math.min(amount, high))),
    setHigh: (amount: number) => setHighest(belowMost(Math.max(amount, low))),
  }
}
type Range = ReturnType<typeof useRange>

function rangeInWords({ lowest, highest }: Range, money: (amount: number) => string): string {
  if (lowest === null) return highest === null ? 'Any price' : `Up to ${money(highest)}`
  return highest === null ? `From ${money(lowest)}` : `${money(lowest)} to ${money(highest)}`
}

/** Histogram of the prices and the chosen range; at either end of the slider there is no limit. */
export default function PriceRange({ search, currency, prices, areTotals }: PriceRangeProps) {
  const range = useRange(search, prices)
  const { least, most, low, high, lowest, highest } = range
  const money = (amount: number) => formatShortMoney(amount, currency)
  const shared = { min: least, max: most, step: 100, className: slider } as const
  return (
    <FieldGroup
      label={areTotals ? 'Total with all fees' : 'Price of one night, day, visit or walk'}
      hint={areTotals ? undefined : 'Fees included. With dates, it is the total.'}
    >
      <p className="figures font-medium">{rangeInWords(range, money)}</p>
      <Histogram {...{ prices, range }} />
      <div className="relative -mt-2 h-7">
        <span aria-hidden className="absolute inset-x-3.5 top-3 h-1 rounded-full bg-line" />
        <input
          {...shared}
          type="range"
          aria-label={areTotals ? 'Lowest total' : 'Lowest price'}
          aria-valuetext={lowest === null ? 'No lowest price' : money(lowest)}
          value={low}
          onChange={(event) => range.setLow(Number(event.target.value))}
          className={cx(slider, low > (least + most) / 2 && 'z-10')}
        />
        <input
          {...shared}
          type="range"
          aria-label={areTotals ? 'Highest total' : 'Highest price'}
          aria-valuetext={highest === null ? 'No highest price' : money(highest)}
          value={high}
          onChange={(event) => range.setHigh(Number(event.target.value))}
        />
      </div>
      <input type="hidden" name="minTotal" value={lowest ?? ''} />
      <input type="hidden" name="maxTotal" value={highest ?? ''} />
      <PriceTable {...{ prices, money }} />
    </FieldGroup>
  )
}

type HistogramProps = { prices: PriceRangeProps['prices']; range: Range }

function Histogram({ prices: { from, width, totals }, range: { least, most, low, high } }: HistogramProps) {
  const tallest = Math.max(...totals)
  const place = (amount: number) => `${((amount - least) / (most - least)) * 100}%`
  return (
    <div aria-hidden className="relative mx-3.5 h-20">
      {totals.map((count, index) => {
        const start = from + index * width
        const isWanted = start + width > low && start <= high
        return (
          <span
            key={start}
            className={cx(
              'absolute bottom-0 rounded-t-sm forced-color-adjust-none',
              isWanted ? 'bg-green forced-colors:bg-[Highlight]' : 'bg-line forced-colors:bg-[GrayText]',
            )}
            style={{
              left: place(start),
              width: `calc(${(width / (most - least)) * 100}% - 2px)`,
              height: count === 0 ? 0 : `max(3px, ${(count / tallest) * 100}%)`,
            }}
          />
        )
      })}
    </div>
  )
}

type PriceTableProps = { prices: PriceRangeProps['prices']; money: (amount: number) => string }

function PriceTable({ prices: { from, width, totals }, money }: PriceTableProps) {
  return (
    <table className="sr-only">
      <caption>Sitters by price</caption>
      <tbody>
        {totals.map((count, index) => (
          <tr key={index}>
            <th scope="row">{`${money(from + index * width)} to ${money(from + (index + 1) * width)}`}</th>
            <td>{plural(count, 'sitter')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
