import { useId, useState } from 'react'
import type { Quote } from '#contract/bookings/bookings.ts'
import type { PaymentMode } from '#contract/codes.ts'
import { refundStep } from '#contract/bookings/words.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { formatInstant } from '#web/format.ts'

type RefundSliderProps = {
  quote: Pick<Quote, 'refundSchedule' | 'total' | 'currency' | 'timeZone'>
  /** What the owner can do: a booking that has started is not cancelled but ended. */
  verb?: 'cancel' | 'end it'
  /** Before this instant nothing has been charged, so nothing is refunded. */
  chargedAt?: string | null
  mode: PaymentMode | undefined
}

/** A slider with one stop for each instant after which the refund changes. */
export default function RefundSlider({ quote, verb = 'cancel', chargedAt = null, mode }: RefundSliderProps) {
  const { refundSchedule, total, currency, timeZone } = quote
  const paid = refundSchedule.filter(({ until }) => !chargedAt || !until || until > chargedAt)
  const steps = chargedAt ? [{ until: chargedAt, refund: null }, ...paid] : paid
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const last = steps.length - 1
  if (last < 1) return null
  const at = Math.min(chosen, last)
  const { until, refund } = steps[at]!
  const moment = until
    ? `${refund === null ? 'before' : 'on'} ${formatInstant(until, timeZone)}`
    : `after ${formatInstant(steps[at - 1]!.until!, timeZone)}`
  const [comes, moves] = refund === null ? (['you pay', 0] as const) : refundStep(mode, refund, total)
  const amount = comes === 'you pay' && moves === 0 ? 'nothing' : formatMoney(moves, currency)
  const share = total === 0 ? 0 : ((refund ?? total) / total) * 100
  return (
    <div className="grid gap-2 print:hidden">
      <label htmlFor={id} className="text-sm text-ink-2">
        {`When would you ${verb}?`}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        step={1}
        value={at}
        aria-valuetext={`If you ${verb} ${moment} ${comes} ${amount}`}
        onChange={(event) => setChosen(event.target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-green"
      />
      <p className="figures min-h-12">
        {`If you ${verb} ${moment} ${comes} `}
        <b>{amount}</b>.
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-green transition-[width] duration-150 motion-reduce:transition-none"
          style={{ width: `${share}%` }}
        />
      </div>
      <p className="text-sm text-ink-2">{`Times are ${formatZone(timeZone)} time.`}</p>
    </div>
  )
}
