import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

export type PriceLine = {
  label: ReactNode
  /** Already formatted, with its currency. */
  amount: string
  /** A short explanation shown behind "why?". */
  why?: ReactNode
  strong?: boolean
}

type PriceLinesProps = {
  lines: readonly PriceLine[]
  /** Shown between the lines and the fee. */
  subtotal?: PriceLine | undefined
  fee?: PriceLine | undefined
  /** Deducted after the fee. */
  promo?: PriceLine | undefined
  total: { label?: string; amount: string; note?: ReactNode }
  /** A new price is being loaded: the old one is shown dimmed. */
  updating?: boolean | undefined
  /** False if the page announces changes of the total itself, because these lines come and go. */
  announced?: boolean | undefined
  className?: string | undefined
}

export function PriceLines({
  lines,
  subtotal,
  fee,
  promo,
  total,
  updating = false,
  announced = true,
  className,
}: PriceLinesProps) {
  const { label = 'Total' } = total
  const after = [subtotal && { ...subtotal, strong: true }, fee, promo].filter((line) => line !== undefined)
  return (
    <div className={cx('figures', className)} aria-busy={updating || undefined}>
      <div className={cx('transition-opacity', updating && 'opacity-85')}>
        <Rows lines={lines} className="border-t" />
        {after.length > 0 && <Rows lines={after} className={subtotal ? 'border-t' : '-mt-3'} />}
        <div className="flex items-baseline justify-between gap-4 border-t pt-4 pb-1 text-lg font-bold">
          <span>{label}</span>
          <span className="whitespace-nowrap">{total.amount}</span>
        </div>
        {total.note && <p className="text-sm text-ink-2">{total.note}</p>}
      </div>
      {announced && <ChangeAnnouncement text={`${label} ${total.amount}`} held={updating} />}
    </div>
  )
}

function Rows({ lines, className }: { lines: readonly PriceLine[]; className: string }) {
  return (
    <ul className={cx('grid gap-3 py-4', className)}>
      {lines.map((line, index) => (
        <li key={index} className={line.strong ? 'font-semibold' : undefined}>
          {line.why ? (
            <details className="group">
              <summary className="flex items-baseline justify-between gap-4 rounded-md">
                <span>
                  {line.label}{' '}
                  <span className="text-sm text-ink-2 underline underline-offset-2 group-hover:text-ink">
                    why?
                  </span>
                </span>
                <span className="whitespace-nowrap">{line.amount}</span>
              </summary>
              <div className="mt-1 max-w-measure text-sm text-ink-2">{line.why}</div>
            </details>
          ) : (
            <div className="flex items-baseline justify-between gap-4">
              <span>{line.label}</span>
              <span className="whitespace-nowrap">{line.amount}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Announces a text once each time it changes, but not the first one. */
export function ChangeAnnouncement({ text, held = false }: { text: string; held?: boolean }) {
  const previousText = useRef(text)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (held || previousText.current === text) return
    const isFirst = previousText.current === ''
    previousText.current = text
    if (!isFirst) setNews(text)
  }, [text, held])
  return (
    <span className="sr-only" aria-live="polite">
      {news}
    </span>
  )
}
