import type { Quote } from '#contract/bookings/bookings.ts'
import { refundStep } from '#contract/bookings/words.ts'
import { formatMoney, formatZone } from '#contract/words.ts'
import { formatInstant, formatPercent } from '#web/format.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { cx } from '#web/ui/cx.ts'

const mostAtOnce = 6

/** The refund at each time, from the schedule computed by the function that also pays it. */
export function RefundSteps({ quote, className }: { quote: Quote; className?: string }) {
  const mode = useConfig()?.paymentMode
  const { refundSchedule, total, currency, timeZone } = quote
  const first = refundSchedule.slice(0, mostAtOnce)
  const rest = refundSchedule.slice(mostAtOnce)
  const row = ({ until, refund }: Quote['refundSchedule'][number]) => {
    const [comes, amount] = refundStep(mode, refund, total)
    const share = total === 0 ? 0 : amount / total
    return (
      <li key={until ?? 'later'} className="grid gap-1.5">
        <div className="figures flex items-baseline justify-between gap-4">
          <span>
            {until ? (
              <>
                Cancel by <time dateTime={until}>{formatInstant(until, timeZone)}</time>
              </>
            ) : (
              'Later'
            )}
          </span>
          <span className="text-right">
            <span className="text-ink-2">{`${comes} `}</span>
            <b>{formatMoney(amount, currency)}</b>
            <span className="text-ink-2">{` (${formatPercent(share)})`}</span>
          </span>
        </div>
        <div aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
          <div className="h-full rounded-full bg-green" style={{ width: `${share * 100}%` }} />
        </div>
      </li>
    )
  }
  return (
    <div className={cx('grid gap-3 text-[0.9375rem]', className)}>
      <ol className="grid gap-3">{first.map(row)}</ol>
      {rest.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer text-sm">{`${rest.length} more steps`}</summary>
          <ol className="mt-3 grid gap-3">{rest.map(row)}</ol>
        </details>
      )}
      <p className="text-sm text-ink-2">{`Times are ${formatZone(timeZone)} time.`}</p>
    </div>
  )
}
