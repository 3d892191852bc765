import type { IconName } from '#web/ui/icon.tsx'
import type { Booking } from '#contract/bookings/bookings.ts'
import { type BookingStatus, type Party, runningStatuses, waitingStatuses } from '#contract/codes.ts'
import { firstName, listWords, serviceNames } from '#contract/words.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { unitCount } from '#web/words.ts'

type StatusDisplay = { words: Record<Party, string>; tone: Tone; icon: IconName }
const both = (words: string): Record<Party, string> => ({ owner: words, sitter: words })

export const statusDisplays: Record<BookingStatus, StatusDisplay> = {
  inquiry: { words: both('Question'), tone: 'neutral', icon: 'message-circle-question-mark' },
  awaiting_card: {
    words: { owner: 'Not sent yet', sitter: 'Being prepared' },
    tone: 'rust',
    icon: 'credit-card',
  },
  requested: {
    words: { owner: 'Waiting for the answer', sitter: 'Waiting for your answer' },
    tone: 'gold',
    icon: 'hourglass',
  },
  offered: {
    words: { owner: 'Offer to answer', sitter: 'Offer sent' },
    tone: 'gold',
    icon: 'hourglass',
  },
  awaiting_payment: { words: both('Waiting for the payment'), tone: 'gold', icon: 'hourglass' },
  confirmed: { words: both('Confirmed'), tone: 'green', icon: 'calendar-check' },
  in_progress: { words: both('Under way'), tone: 'green', icon: 'paw-print' },
  completed: { words: both('Completed'), tone: 'neutral', icon: 'circle-check' },
  closed: { words: both('Closed'), tone: 'neutral', icon: 'archive' },
  declined: { words: both('Declined'), tone: 'rust', icon: 'circle-x' },
  withdrawn: { words: both('Withdrawn'), tone: 'neutral', icon: 'undo-2' },
  expired: { words: both('Expired'), tone: 'neutral', icon: 'timer-off' },
  cancelled: { words: both('Cancelled'), tone: 'rust', icon: 'ban' },
}

const waiting: readonly BookingStatus[] = waitingStatuses
const running: readonly BookingStatus[] = runningStatuses
export const isOpenRequest = ({ status }: Pick<Booking, 'status'>): boolean => waiting.includes(status)
export const isActiveBooking = ({ status }: Pick<Booking, 'status'>): boolean => running.includes(status)

export const otherParty = ({ role, owner, sitter }: Booking) => (role === 'owner' ? sitter : owner)
type Named = { name: string }
export const petNames = ({ pets }: { pets: readonly Named[] }): string =>
  listWords(pets.map(({ name }) => name))

/** "Boarding with Inês" for the owner, "Boarding for Rex and Pip" for the sitter. */
export function bookingTitle(
  booking: Pick<Booking, 'service' | 'role'> & { sitter: Named; pets: readonly Named[] },
): string {
  const service = serviceNames[booking.service]
  return booking.role === 'owner'
    ? `${service} with ${firstName(booking.sitter.name)}`
    : `${service} for ${petNames(booking)}`
}

/** "Fri 18 – Sat 26 Dec, 8 nights" or "5 walks, Mon 7 – Fri 11 Dec". */
export function bookingDates(booking: Booking): string {
  const { startOn, endOn, quote, service, datesOpen } = booking
  if (datesOpen) return 'Days not decided yet'
  const range = startOn === endOn ? formatDay(startOn) : formatDayRange(startOn, endOn)
  return `${range}, ${unitCount(quote.units, service)}`
}

export type NextStep = {
  words: string
  /** Used instead of `words` once the deadline has passed, if nobody has missed anything. */
  past?: string
  deadlineAt: string | null
  urgent: boolean
}

/** Returns the step with a deadline that the viewer may take. */
function ownStepOf(booking: Booking): NextStep | null {
  // If there are several cases, the one with the earliest deadline.
  const deadlineOf = (event: Booking['actions'][number]['event']) =>
    booking.actions
      .filter((action) => action.event === event)
      .toSorted((a, b) => ((a.deadlineAt ?? '') < (b.deadlineAt ?? '') ? -1 : 1))[0]
  const own = (
    [
      ['accept', 'Answer by'],
      ['answer_case', 'Answer the case by'],
      ['accept_change', 'Answer the change by'],
      ['accept_offer', 'The offer stands until'],
      ['offer', 'Answer by'],
      [
        'check_in',
        `Check in when ${petNames(booking)} ${booking.pets.length > 1 ? 'are' : 'is'} with you, until`,
      ],
      [
        'check_out',
        booking.role === 'owner' ? 'Confirm that it is over, until' : 'Check out at the end, until',
      ],
    ] as const
  ).find(([event]) => deadlineOf(event))
  return own ? { words: own[1], deadlineAt: deadlineOf(own[0])?.deadlineAt ?? null, urgent: true } : null
}

/** Returns how long an open request waits, and for what. */
function waitingStepOf(booking: Booking): NextStep {
  const { role, status, expiresAt } = booking
  const isOwner = role === 'owner'
  const who = firstName(otherParty(booking).name)
  const waiting: Partial<Record<BookingStatus, string>> = {
    inquiry: 'The question expires on',
    awaiting_card: isOwner ? 'Add your card by' : `${who} adds a card by`,
    awaiting_payment: isOwner ? 'Pay by' : `${who} pays by`,
  }
  return {
    words: waiting[status] ?? `${who} answers by`,
    deadlineAt: expiresAt,
    urgent: isOwner && status === 'awaiting_card',
  }
}

/** Returns the next step in the viewer's words; `urgent` if it is the viewer's turn. */
export function nextStepOf(booking: Booking): NextStep | null {
  const { due, extra } = booking.payment
  if (due && extra) return { words: 'Pay by', deadlineAt: extra.payBy, urgent: true }
  const own = ownStepOf(booking)
  if (own) return own
  if (booking.reviewable)
    return {
      words: `Tell others how it went with ${firstName(otherParty(booking).name)}, until`,
      deadlineAt: booking.reviewBy,
      urgent: true,
    }
  if (isOpenRequest(booking) && booking.expiresAt) return waitingStepOf(booking)
  if (booking.status === 'confirmed')
    return { words: 'Begins', past: 'Was to begin', deadlineAt: booking.startsAt, urgent: false }
  if (booking.status === 'in_progress')
    return { words: 'Ends', past: 'Was to end', deadlineAt: booking.endsAt, urgent: false }
  return null
}

/** "4 days", "5 h 20 min", "12 min"; null once it is over. */
export function timeLeft(milliseconds: number): string | null {
  if (milliseconds <= 0) return null
  const minutes = Math.floor(milliseconds / 60_000)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (minutes < 1) return 'less than a minute'
  if (hours < 1) return `${minutes} min`
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${days} days`
}
