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
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { formatInstant, formatZone } from '#web/format.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'

type HistoryEvent = Booking['timeline'][number]['event']

/** `words` are used for events without a detail. */
const looks: Record<HistoryEvent, { icon: LucideIcon; tone: Tone; words: string }> = {
  inquire: { icon: MessageCircleQuestion, tone: 'neutral', words: 'Question asked' },
  request: { icon: Send, tone: 'gold', words: 'Request sent' },
  give_card: { icon: CreditCard, tone: 'gold', words: 'Card given' },
  card_expired: { icon: TimerOff, tone: 'neutral', words: 'Ended without a card' },
  reopen_question: { icon: MessageCircleQuestion, tone: 'neutral', words: 'A question again' },
  instant_book: { icon: CalendarCheck, tone: 'green', words: 'Booked at once' },
  offer: { icon: Handshake, tone: 'gold', words: 'Offer made' },
  accept_offer: { icon: CalendarCheck, tone: 'green', words: 'Offer taken' },
  remind: { icon: Bell, tone: 'neutral', words: 'Sitter reminded' },
  withdraw: { icon: Undo2, tone: 'neutral', words: 'Request withdrawn' },
  accept: { icon: CalendarCheck, tone: 'green', words: 'Accepted' },
  decline: { icon: CircleX, tone: 'rust', words: 'Declined' },
  cancel: { icon: Ban, tone: 'rust', words: 'Cancelled by the owner' },
  end_early: { icon: LogOut, tone: 'rust', words: 'Ended early by the owner' },
  cancel_by_sitter: { icon: Ban, tone: 'rust', words: 'Cancelled by the sitter' },
  check_in: { icon: LogIn, tone: 'green', words: 'Checked in' },
  check_out: { icon: LogOut, tone: 'green', words: 'Checked out' },
  waive: { icon: HandCoins, tone: 'green', words: 'More given back' },
  tip: { icon: HandCoins, tone: 'gold', words: 'Tip given' },
  keep_card: { icon: CalendarCheck, tone: 'green', words: 'Confirmed, the card is kept' },
  remind_charge: { icon: Bell, tone: 'neutral', words: 'Told of the charge' },
  swap_card: { icon: CreditCard, tone: 'neutral', words: 'Another card given' },
  charge_card: { icon: CreditCard, tone: 'gold', words: 'The card is being charged' },
  pay_charge: { icon: CreditCard, tone: 'green', words: 'Paid' },
  pay: { icon: CreditCard, tone: 'green', words: 'Paid' },
  payment_failed: { icon: CreditCard, tone: 'rust', words: 'Not paid yet' },
  dispute_opened: { icon: Landmark, tone: 'gold', words: 'The bank asks about the payment' },
  dispute_escalated: { icon: Landmark, tone: 'rust', words: 'The bank has taken the payment for now' },
  dispute_won: { icon: Landmark, tone: 'green', words: 'The payment stands' },
  dispute_lost: { icon: Landmark, tone: 'rust', words: 'The bank took the payment back' },
  dispute_reversed: { icon: Landmark, tone: 'green', words: 'The payment stands after all' },
  dispute_borne: { icon: Landmark, tone: 'neutral', words: 'Decided who bears the payment' },
  payment_expired: { icon: TimerOff, tone: 'neutral', words: 'Not paid in time' },
  propose_change: { icon: CalendarClock, tone: 'gold', words: 'Change asked for' },
  accept_change: { icon: CalendarCheck, tone: 'green', words: 'Change accepted' },
  decline_change: { icon: CircleX, tone: 'neutral', words: 'Change declined' },
  withdraw_change: { icon: Undo2, tone: 'neutral', words: 'Change taken back' },
  pay_change: { icon: CreditCard, tone: 'green', words: 'Change paid' },
  change_payment_failed: { icon: CreditCard, tone: 'rust', words: 'Change not paid yet' },
  remind_change_payment: { icon: Bell, tone: 'neutral', words: 'Owner reminded' },
  change_payment_expired: { icon: TimerOff, tone: 'neutral', words: 'Change not paid in time' },
  pay_tip: { icon: HandCoins, tone: 'green', words: 'Tip paid' },
  tip_payment_failed: { icon: CreditCard, tone: 'rust', words: 'Tip not paid yet' },
  remind_tip_payment: { icon: Bell, tone: 'neutral', words: 'Owner reminded' },
  tip_payment_expired: { icon: TimerOff, tone: 'neutral', words: 'Tip not paid in time' },
  report_no_show: { icon: Scale, tone: 'rust', words: 'Reported as not there' },
  report_missed: { icon: Scale, tone: 'rust', words: 'Reported a missed visit' },
  open_case: { icon: Scale, tone: 'gold', words: 'Case opened' },
  answer_case: { icon: Scale, tone: 'neutral', words: 'Case answered' },
  appeal_case: { icon: Scale, tone: 'gold', words: 'Appeal' },
  flag_not_checked_in: { icon: Scale, tone: 'gold', words: 'Nobody checked in' },
  pass_on_case: { icon: Scale, tone: 'neutral', words: 'Case not answered' },
  resolve_no_show: { icon: Scale, tone: 'green', words: 'Decided by the rules' },
  resolve_missed: { icon: Scale, tone: 'green', words: 'Decided by the rules' },
  resolve_case: { icon: Scale, tone: 'green', words: 'Case decided' },
  cancel_by_operator: { icon: Ban, tone: 'rust', words: 'Ended by the operator' },
  expire_change: { icon: TimerOff, tone: 'neutral', words: 'Change not answered' },
  expire: { icon: TimerOff, tone: 'neutral', words: 'Expired without an answer' },
  auto_start: { icon: PawPrint, tone: 'neutral', words: 'Began' },
  auto_complete: { icon: CircleCheck, tone: 'neutral', words: 'Completed' },
  release_payout: { icon: Banknote, tone: 'neutral', words: 'Earnings settled' },
  close: { icon: CircleCheck, tone: 'neutral', words: 'Closed' },
  publish_reviews: { icon: Star, tone: 'green', words: 'Reviews published' },
  review: { icon: Star, tone: 'gold', words: 'Review written' },
}

const endWords: Partial<Record<Booking['status'], string>> = {
  inquiry: 'The question ends by itself',
  awaiting_card: 'The card comes by',
  awaiting_payment: 'The payment comes by',
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
      ? [entry('answer', endWords[status] ?? 'The answer comes by', expiresAt, CalendarCheck)]
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
    const { icon: Icon, tone, words } = looks[event]
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
