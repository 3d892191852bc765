import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { Booking } from '#contract/bookings/bookings.ts'
import { formatZone } from '#contract/words.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { type HistoryEvent, historyWords } from '#web/bookings/life/event-words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { formatInstant } from '#web/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'

/** The icon of each event; any other event has a paw. */
const icons: Partial<Record<HistoryEvent, IconName>> = {
  inquire: 'message-circle-question-mark',
  request: 'send',
  give_card: 'credit-card',
  card_expired: 'timer-off',
  reopen_question: 'message-circle-question-mark',
  instant_book: 'calendar-check',
  offer: 'handshake',
  accept_offer: 'calendar-check',
  remind: 'bell',
  withdraw: 'undo-2',
  accept: 'calendar-check',
  decline: 'circle-x',
  cancel: 'ban',
  end_early: 'log-out',
  cancel_by_sitter: 'ban',
  check_in: 'log-in',
  check_out: 'log-out',
  waive: 'hand-coins',
  tip: 'hand-coins',
  keep_card: 'calendar-check',
  remind_charge: 'bell',
  swap_card: 'credit-card',
  charge_card: 'credit-card',
  pay_charge: 'credit-card',
  pay: 'credit-card',
  payment_failed: 'credit-card',
  dispute_opened: 'landmark',
  dispute_escalated: 'landmark',
  dispute_won: 'landmark',
  dispute_lost: 'landmark',
  dispute_reversed: 'landmark',
  dispute_borne: 'landmark',
  payment_expired: 'timer-off',
  propose_change: 'calendar-clock',
  accept_change: 'calendar-check',
  decline_change: 'circle-x',
  withdraw_change: 'undo-2',
  pay_change: 'credit-card',
  change_payment_failed: 'credit-card',
  remind_change_payment: 'bell',
  change_payment_expired: 'timer-off',
  pay_tip: 'hand-coins',
  tip_payment_failed: 'credit-card',
  remind_tip_payment: 'bell',
  tip_payment_expired: 'timer-off',
  report_no_show: 'scale',
  report_missed: 'scale',
  open_case: 'scale',
  answer_case: 'scale',
  appeal_case: 'scale',
  flag_not_checked_in: 'scale',
  pass_on_case: 'scale',
  resolve_no_show: 'scale',
  resolve_missed: 'scale',
  resolve_case: 'scale',
  cancel_by_operator: 'ban',
  expire_change: 'timer-off',
  expire: 'timer-off',
  auto_complete: 'circle-check',
  release_payout: 'banknote',
  close: 'circle-check',
  publish_reviews: 'star',
  review: 'star',
}

const endWords: Partial<Record<Booking['status'], string>> = {
  inquiry: 'The question expires',
  awaiting_card: 'Card due by',
  awaiting_payment: 'Payment due by',
}

/** Future events, as far as they are certain. */
function ahead(booking: Booking, now: number, format: (at: string) => string): TimelineEntry[] {
  const { status, startsAt, endsAt, expiresAt } = booking
  const entry = (id: string, title: string, at: string, icon: IconName) => ({
    id,
    title,
    at,
    time: format(at),
    icon: <Icon name={icon} size={18} />,
    ahead: true as const,
  })
  const open = isOpenRequest(booking)
  const hasDays = !booking.datesOpen
  return [
    ...(open && expiresAt
      ? [entry('answer', endWords[status] ?? 'Answer due by', expiresAt, 'calendar-check')]
      : []),
    ...(hasDays && (open || status === 'confirmed') ? [entry('start', 'Begins', startsAt, 'log-in')] : []),
    ...(hasDays && (open || status === 'confirmed' || status === 'in_progress')
      ? [entry('end', 'Ends', endsAt, 'log-out')]
      : []),
  ].filter(({ at }) => Date.parse(at) > now)
}

export function TimelineCard({ booking }: { booking: Booking }) {
  const zone = useShownZone()
  const now = useNow()
  const format = (at: string) => formatInstant(at, zone)
  const past = booking.timeline.map(({ at, event, detail }): TimelineEntry => {
    const { words, tone } = historyWords[event]
    return {
      id: `${event} ${at}`,
      title: detail ?? words,
      at,
      time: format(at),
      tone,
      icon: <Icon name={icons[event] ?? 'paw-print'} size={18} />,
    }
  })
  return (
    <Card as="section" aria-labelledby="history">
      <h2 id="history" className="mb-1 text-xl">
        What happened
      </h2>
      <p className="mb-5 text-sm text-ink-2">Times are {formatZone(zone)} time.</p>
      <Timeline label="History of this booking" entries={[...past, ...ahead(booking, now, format)]} />
    </Card>
  )
}
