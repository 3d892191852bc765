import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingStatus, Party } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { type BarEvent, eventButtons } from '#web/bookings/life/event-words.ts'

/** Links of a booking's page, and what it does with a form of its own. */
export type OtherAction =
  | 'pay'
  | 'answer_case'
  | 'review'
  | 'write_report'
  | 'call'
  | 'message'
  | 'offer_again'
  | 'same_days'
  | 'find_another'
  | 'book_again'
export type PageAction = BarEvent | OtherAction

type Row = {
  /** In order of preference: the first that is possible is the main action. The last one is always possible. */
  main: readonly [...PageAction[], AlwaysPossible]
  /** Shown next to the main action, as far as possible. Everything else is folded. */
  beside: readonly PageAction[]
}
type AlwaysPossible = 'message' | 'write_report' | 'find_another' | 'book_again'

const ended: Record<Party, Row> = {
  owner: { main: ['pay', 'answer_case', 'review', 'book_again'], beside: ['book_again'] },
  sitter: { main: ['answer_case', 'review', 'offer_again', 'message'], beside: ['offer_again'] },
}
/** A request that failed: nothing was booked. */
const failed: Record<Party, Row> = {
  owner: { main: ['same_days', 'find_another'], beside: [] },
  sitter: { main: ['offer_again', 'message'], beside: [] },
}
const changing = ['decline_change', 'withdraw_change', 'report_no_show'] as const

/** The actions at the top of the page, for each status and side. */
export const pageActions: Record<BookingStatus, Record<Party, Row>> = {
  inquiry: {
    owner: { main: ['instant_book', 'request', 'message'], beside: ['request', 'message', 'withdraw'] },
    sitter: { main: ['message'], beside: ['offer', 'decline'] },
  },
  awaiting_card: {
    owner: { main: ['pay', 'message'], beside: ['withdraw'] },
    sitter: { main: ['message'], beside: [] },
  },
  requested: {
    owner: { main: ['pay', 'message'], beside: ['withdraw'] },
    sitter: { main: ['accept', 'message'], beside: ['offer', 'decline'] },
  },
  offered: {
    owner: { main: ['accept_offer', 'message'], beside: ['withdraw'] },
    sitter: { main: ['message'], beside: ['decline'] },
  },
  awaiting_payment: {
    owner: { main: ['pay', 'message'], beside: ['withdraw'] },
    sitter: { main: ['message'], beside: [] },
  },
  confirmed: {
    owner: {
      main: ['pay', 'answer_case', 'accept_change', 'call', 'message'],
      beside: [...changing, 'message'],
    },
    sitter: {
      main: ['answer_case', 'accept_change', 'check_in', 'message'],
      beside: [...changing, 'call'],
    },
  },
  in_progress: {
    owner: { main: ['pay', 'answer_case', 'accept_change', 'check_out', 'message'], beside: changing },
    sitter: { main: ['answer_case', 'accept_change', 'check_out', 'write_report'], beside: changing },
  },
  completed: ended,
  closed: ended,
  declined: failed,
  withdrawn: failed,
  expired: failed,
  cancelled: {
    owner: {
      main: ['pay', 'answer_case', 'review', 'same_days', 'book_again'],
      beside: ['same_days', 'book_again'],
    },
    sitter: ended.sitter,
  },
}

/** From this long before the start on, a call is more useful than a message. */
const callBeforeMilliseconds = 3_600_000

type Condition = (booking: Booking, now: number) => boolean

const always: Condition = () => true
const others: Record<OtherAction, Condition> = {
  pay: ({ role, payment }) => role === 'owner' && payment.due !== null,
  answer_case: ({ actions }) => actions.some(({ event }) => event === 'answer_case'),
  review: ({ reviewable }) => reviewable,
  write_report: always,
  call: (booking, now) =>
    phoneOfOther(booking) !== null && Date.parse(booking.startsAt) - callBeforeMilliseconds <= now,
  message: always,
  offer_again: ({ offerable }) => offerable,
  same_days: ({ datesOpen, startsAt }, now) => !datesOpen && Date.parse(startsAt) > now,
  find_another: always,
  book_again: always,
}

export const phoneOfOther = ({ role, owner, sitter }: Booking): string | null =>
  (role === 'owner' ? sitter : owner).phoneNumber

export const isEvent = (action: PageAction): action is BarEvent => action in eventButtons

const isPossible = (action: PageAction, booking: Booking, now: number): boolean =>
  isEvent(action) ? booking.actions.some(({ event }) => event === action) : others[action](booking, now)

export type PageActions = { main: PageAction; beside: readonly PageAction[] }

/** The one main action of the viewer, and what is shown next to it. */
export function pageActionsOf(booking: Booking, now: number): PageActions {
  const { main, beside } = pageActions[booking.status][booking.role]
  const first = main.find((action) => isPossible(action, booking, now)) ?? main.at(-1)!
  return {
    main: first,
    beside: beside.filter((action) => action !== first && isPossible(action, booking, now)),
  }
}

/** Events that end an agreed booking: shown with the refund. */
export const cancellingEvents = ['cancel', 'end_early', 'cancel_by_sitter'] as const satisfies BarEvent[]

/** All other events that are possible: they are folded. */
export function foldedEvents({ actions }: Booking, { main, beside }: PageActions): BarEvent[] {
  const shown: readonly PageAction[] = [main, ...beside, ...cancellingEvents]
  const possible = new Set<string>(actions.map(({ event }) => event))
  return keysOf(eventButtons).filter((event) => possible.has(event) && !shown.includes(event))
}
