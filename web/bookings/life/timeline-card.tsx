import type { LucideIcon } from 'lucide-react'
import Ban from 'lucide-react/icons/ban'
import Banknote from 'lucide-react/icons/banknote'
import Bell from 'lucide-react/icons/bell'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import CreditCard from 'lucide-react/icons/credit-card'
import HandCoins from 'lucide-react/icons/hand-coins'
import Handshake from 'lucide-react/icons/handshake'
import Landmark from 'lucide-react/icons/landmark'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'
import PawPrint from 'lucide-react/icons/paw-print'
import Scale from 'lucide-react/icons/scale'
import Send from 'lucide-react/icons/send'
import Star from 'lucide-react/icons/star'
import TimerOff from 'lucide-react/icons/timer-off'
import Undo2 from 'lucide-react/icons/undo-2'
import type { Booking } from '#contract/bookings/bookings.ts'
import { formatZone } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { type HistoryEvent, historyWords } from '#web/bookings/life/event-words.ts'
import { formatInstant } from '#web/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'

/** The icon of each event; any other event has a paw. */
const icons: Partial<Record<HistoryEvent, LucideIcon>> = {
  inquire: MessageCircleQuestion,
  request: Send,
  give_card: CreditCard,
  card_expired: TimerOff,
  reopen_question: MessageCircleQuestion,
  instant_book: CalendarCheck,
  offer: Handshake,
  accept_offer: CalendarCheck,
  remind: Bell,
  withdraw: Undo2,
  accept: CalendarCheck,
  decline: CircleX,
  cancel: Ban,
  end_early: LogOut,
  cancel_by_sitter: Ban,
  check_in: LogIn,
  check_out: LogOut,
  waive: HandCoins,
  tip: HandCoins,
  keep_card: CalendarCheck,
  remind_charge: Bell,
  swap_card: CreditCard,
  charge_card: CreditCard,
  pay_charge: CreditCard,
  pay: CreditCard,
  payment_failed: CreditCard,
  dispute_opened: Landmark,
  dispute_escalated: Landmark,
  dispute_won: Landmark,
  dispute_lost: Landmark,
  dispute_reversed: Landmark,
  dispute_borne: Landmark,
  payment_expired: TimerOff,
  propose_change: CalendarClock,
  accept_change: CalendarCheck,
  decline_change: CircleX,
  withdraw_change: Undo2,
  pay_change: CreditCard,
  change_payment_failed: CreditCard,
  remind_change_payment: Bell,
  change_payment_expired: TimerOff,
  pay_tip: HandCoins,
  tip_payment_failed: CreditCard,
  remind_tip_payment: Bell,
  tip_payment_expired: TimerOff,
  report_no_show: Scale,
  report_missed: Scale,
  open_case: Scale,
  answer_case: Scale,
  appeal_case: Scale,
  flag_not_checked_in: Scale,
  pass_on_case: Scale,
  resolve_no_show: Scale,
  resolve_missed: Scale,
  resolve_case: Scale,
  cancel_by_operator: Ban,
  expire_change: TimerOff,
  expire: TimerOff,
  auto_complete: CircleCheck,
  release_payout: Banknote,
  close: CircleCheck,
  publish_reviews: Star,
  review: Star,
}

const endWords: Partial<Record<Booking['status'], string>> = {
  inquiry: 'The question expires',
  awaiting_card: 'Card due by',
  awaiting_payment: 'Payment due by',
}

/** Future events, as far as they are certain. */
function ahead(booking: Booking, now: number, format: (at: string) => string): TimelineEntry[] {
  const { status, startsAt, endsAt, expiresAt } = booking
  const entry = (id: string, title: string, at: string, Icon: LucideIcon) => ({
    id,
    title,
    at,
    time: format(at),
    icon: <Icon size={18} />,
    ahead: true as const,
  })
  const open = isOpenRequest(booking)
  const hasDays = !booking.datesOpen
  return [
    ...(open && expiresAt
      ? [entry('answer', endWords[status] ?? 'Answer due by', expiresAt, CalendarCheck)]
      : []),
    ...(hasDays && (open || status === 'confirmed') ? [entry('start', 'Begins', startsAt, LogIn)] : []),
    ...(hasDays && (open || status === 'confirmed' || status === 'in_progress')
      ? [entry('end', 'Ends', endsAt, LogOut)]
      : []),
  ].filter(({ at }) => Date.parse(at) > now)
}

export function TimelineCard({ booking }: { booking: Booking }) {
  const zone = useViewerZone()
  const now = useNow()
  const format = (at: string) => formatInstant(at, zone)
  const past = booking.timeline.map(({ at, event, detail }): TimelineEntry => {
    const Icon = icons[event] ?? PawPrint
    const { words, tone } = historyWords[event]
    return {
      id: `${event} ${at}`,
      title: detail ?? words,
      at,
      time: format(at),
      tone,
      icon: <Icon size={18} />,
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
