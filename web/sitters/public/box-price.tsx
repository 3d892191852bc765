import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Quote } from '#contract/bookings/bookings.ts'
import { formatMoney, formatZone, listWords } from '#contract/words.ts'
import { formatDay, formatInstant } from '#web/format.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { promotionLine, quotedLines } from '#web/sitters/public/quote-words.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { isPromoRefusal, type Priced } from '#web/sitters/public/use-quote.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ChangeAnnouncement, PriceLines } from '#web/ui/price-lines.tsx'

const RefundSlider = lazy(() => import('#web/bookings/refund/refund-slider.tsx'))

/** The itemised price. Its height is reserved from the start to avoid layout shifts. */
export function BoxPrice({ booking }: { booking: BookingFormState }) {
  const { priced, updating, missing, again } = booking
  return (
    <div className="min-h-36">
      {priced?.quote ? (
        <>
          <QuoteLines quote={priced.quote} updating={updating} announced={false} />
          <WhatComesBack quote={priced.quote} />
        </>
      ) : priced?.problem ? (
        <ProblemNotice {...{ booking, again, updating }} problem={priced.problem} />
      ) : (
        <p className="border-t pt-4 text-sm text-ink-2">
          {updating
            ? 'Working out the price…'
            : `${missing.map(({ message }) => message).join('. ')}. Then you see the full price here: each night or visit, extra pets, holidays and the service fee.`}
        </p>
      )}
      <ChangeAnnouncement
        text={priced?.quote ? `Total ${formatMoney(priced.quote.total, priced.quote.currency)}` : ''}
        held={updating || !priced?.quote}
      />
    </div>
  )
}

type QuoteLinesProps = { quote: Quote; updating?: boolean; announced?: boolean }

export function QuoteLines({ quote, updating = false, announced }: QuoteLinesProps) {
  const { ownerFee, ownerFeeRule, total, subtotal, currency, lines } = quote
  return (
    <>
      <PriceLines
        lines={quotedLines(quote)}
        subtotal={
          lines.length > 1 ? { label: 'Subtotal', amount: formatMoney(subtotal, currency) } : undefined
        }
        fee={{
          label: 'Service fee',
          amount: formatMoney(ownerFee, currency),
          why: (
            <>
              {`${ownerFeeRule}. It keeps the marketplace running. `}
              <Link to={paths.legal('service-fee')} className="link">
                More about the fee
              </Link>
            </>
          ),
        }}
        promo={promotionLine(quote)}
        total={{ amount: formatMoney(total, currency), note: <FreeUntil quote={quote} /> }}
        updating={updating}
        announced={announced}
      />
      {quote.holidays.length > 0 && (
        <p className="mt-2 text-sm text-ink-2">
          {`Holidays in these dates: ${listWords(quote.holidays.map(({ name, startOn, endOn }) => `${name} (${startOn === endOn ? formatDay(startOn) : `${formatDay(startOn)} – ${formatDay(endOn)}`})`))}.`}
        </p>
      )}
    </>
  )
}

/** Collapsed at first, so that its code is loaded only when opened. */
function WhatComesBack({ quote }: { quote: Quote }) {
  const [open, setOpen] = useState(false)
  const mode = useConfig()?.paymentMode
  if (quote.refundSchedule.length < 2) return null
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link w-fit text-sm">What if you cancel?</summary>
      {open && (
        <Suspense fallback={<div className="h-40" />}>
          <RefundSlider quote={quote} mode={mode} />
        </Suspense>
      )}
    </details>
  )
}

/**
 * Time until which a full refund is possible, such as "Full refund until Tue 15 Dec, 12:00 (Lisbon time)"; nothing
 * if there is none.
 */
function FreeUntil({ quote: { refundSchedule, total, timeZone } }: { quote: Quote }) {
  const free = refundSchedule.findLast(({ refund }) => refund === total)
  if (!free?.until) return null
  return <>{`Full refund until ${formatInstant(free.until, timeZone)} (${formatZone(timeZone)} time)`}</>
}

/** True if only the time of day is taken, not the whole day. */
const isTimeTaken = ({ conflicts }: NonNullable<Priced['problem']>): boolean =>
  Array.isArray(conflicts) &&
  conflicts.some(
    (conflict: unknown) =>
      typeof conflict === 'object' &&
      conflict !== null &&
      'obstacle' in conflict &&
      conflict.obstacle === 'time_taken',
  )

const takenDays = ({ dates }: NonNullable<Priced['problem']>): string[] =>
  Array.isArray(dates) ? dates.filter((day) => typeof day === 'string') : []

type ProblemNoticeProps = {
  booking: BookingFormState
  problem: NonNullable<Priced['problem']>
  again: () => void
  updating: boolean
}

/** The reason why there is no price, and how to resolve it. */
function ProblemNotice({ booking, problem, again, updating }: ProblemNoticeProps) {
  const { sitter } = booking
  const dates = takenDays(problem)
  const isFull = problem.code === 'capacity-full'
  const isTechnical = ['unavailable', 'unexpected', 'rate-limited', 'request-running'].includes(problem.code)
  return (
    <div id="box-problem" tabIndex={-1} className={cx('transition-opacity', updating && 'opacity-60')}>
      <Notice
        kind={isTechnical ? 'error' : 'warning'}
        announced
        title={isFull ? `${sitter.name.split(' ')[0]} is not free on all of these days` : problem.title}
        action={
          isTechnical ? (
            <Button size="small" onClick={again} pending={updating && 'Trying…'}>
              Try again
            </Button>
          ) : (
            (isPromoRefusal(booking.priced) && (
              <Button size="small" onClick={() => booking.change({ promoCode: '' })}>
                Continue without the code
              </Button>
            )) ||
            (isFull && <FreeSitters booking={booking} />)
          )
        }
      >
        {isFull && dates.length > 0
          ? `Not free: ${listWords(dates.map((day) => formatDay(day)))}.${isTimeTaken(problem) ? ' Another time of day may be.' : ''}`
          : problem.detail}
      </Notice>
    </div>
  )
}

function FreeSitters({ booking: { sitter, state } }: { booking: BookingFormState }) {
  const { service, start, end, pets } = state
  const address = paths.sitters({
    service,
    place: sitter.place?.id,
    start: start ?? undefined,
    end: end ?? undefined,
    pets: pets.map((pet) => pet.species).join(',') || undefined,
  })
  return (
    <Link to={address} className="link font-medium">
      See who is free then
    </Link>
  )
}
