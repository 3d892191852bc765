import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { OfferAgain } from '#web/bookings/begin/offer-again.tsx'
import { bookAgainPath, otherSittersPath } from '#web/bookings/begin/other-sitters.ts'
import { BookingActions } from '#web/bookings/booking-actions.tsx'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import {
  foldedEvents,
  isEvent,
  type OtherAction,
  type PageActions,
  phoneOfOther,
} from '#web/bookings/life/main-action.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { paths } from '#web/paths.ts'
import { Button, type ButtonProps, buttonStyle } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/forms/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const CaseDialog = onPress(() => import('#web/bookings/case/case-dialog.tsx'))

type PageActionsProps = Pick<BookingInUse, 'booking' | 'move'> & { actions: PageActions }
type Look = Pick<ButtonProps, 'kind' | 'size' | 'className'>

const mainLook: Look = { kind: 'primary', size: 'large', className: 'max-sm:w-full' }
const besideLook: Look = { kind: 'secondary' }

/** The main action in gold, and what is shown next to it. */
export function PageActionBar({ booking, move, actions: { main, beside } }: PageActionsProps) {
  const other = (action: OtherAction, look: Look) => (
    <Other key={action} {...{ action, booking, move, look }} />
  )
  return (
    <BookingActions
      {...{ booking, move }}
      events={[main, ...beside].filter(isEvent)}
      main={isEvent(main) ? main : null}
      before={!isEvent(main) && main !== 'pay' && other(main, mainLook)}
      after={beside.map((action) => !isEvent(action) && other(action, besideLook))}
    />
  )
}

/** Actions that are seldom needed. */
export function MoreActions({ booking, move, actions }: PageActionsProps) {
  const events = foldedEvents(booking, actions)
  if (events.length === 0) return null
  return (
    <details className="print:hidden">
      <summary className="link w-fit py-2 text-[0.9375rem]">More actions</summary>
      <div className="mt-2">
        <BookingActions {...{ booking, move, events }} main={null} />
      </div>
    </details>
  )
}

type OtherProps = Pick<BookingInUse, 'booking' | 'move'> & { action: OtherAction; look: Look }

/** An action that is not an event. The button of a payment is in the card of the payment. */
function Other({ action, booking, move, look }: OtherProps): ReactNode {
  switch (action) {
    case 'pay':
      return null
    case 'answer_case':
      return <AnswerCase {...{ booking, move, look }} />
    case 'review':
      return (
        <Button {...look} icon={<Icon name="star" size={18} />} onClick={() => focusField('overall')}>
          Review {firstName(otherParty(booking).name)}
        </Button>
      )
    case 'offer_again':
      return <OfferAgain booking={booking} {...look} />
    case 'call':
      return (
        <a href={`tel:${phoneOfOther(booking)}`} className={buttonStyle(look)}>
          <Icon name="phone" size={18} />
          Call {firstName(otherParty(booking).name)}
        </a>
      )
    default: {
      const { to, label } = links[action](booking)
      return (
        <Link to={to} className={buttonStyle(look)}>
          {label}
        </Link>
      )
    }
  }
}

type LinkAction = Exclude<OtherAction, 'pay' | 'answer_case' | 'review' | 'offer_again' | 'call'>

const links: Record<LinkAction, (booking: Booking) => { to: string; label: string }> = {
  message: (booking) => ({
    to: paths.contact({ booking: booking.id }),
    label: `Write to ${firstName(otherParty(booking).name)}`,
  }),
  write_report: ({ id }) => ({ to: paths.care(id), label: 'Write the report card' }),
  same_days: (booking) => ({
    to: otherSittersPath(booking, true),
    label: 'Other sitters for the same days',
  }),
  find_another: (booking) => ({ to: otherSittersPath(booking, false), label: 'Find another sitter' }),
  book_again: (booking) => ({ to: bookAgainPath(booking), label: 'Book again' }),
}

/** The case with the earliest deadline; any other is answered next to it. */
export const firstCaseToAnswer = ({ actions }: Booking): string | undefined =>
  actions
    .filter(({ event }) => event === 'answer_case')
    .toSorted((a, b) => ((a.deadlineAt ?? '') < (b.deadlineAt ?? '') ? -1 : 1))[0]?.caseId

function AnswerCase({ booking, move, look }: Omit<OtherProps, 'action'>) {
  const [isOpen, setIsOpen] = useState(false)
  const caseId = firstCaseToAnswer(booking)
  if (!caseId) return null
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        Answer the case
      </Button>
      {isOpen && (
        <CaseDialog {...{ booking, move, caseId }} event="answer_case" onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
