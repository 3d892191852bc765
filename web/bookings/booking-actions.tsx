import { type ReactNode, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { type BookingStatus, type DeclineReason, declineReasons } from '#contract/codes.ts'
import { keysOf } from '#contract/entries.ts'
import { firstName } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { type RoughPlaceState, RoughPlaceBox, locationPendingError } from '#web/bookings/care/rough-place.tsx'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { bookingDates, otherParty, petNames } from '#web/bookings/life/booking-words.ts'
import { type BarEvent, eventButtons } from '#web/bookings/life/event-words.ts'
import type { BookingInUse, BookingStep } from '#web/bookings/life/use-booking.ts'
import { WordsField } from '#web/bookings/life/words-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const StartDialog = onPress(() => import('#web/bookings/begin/start-dialogs.tsx'))
const CancelDialog = onPress(async () => ({
  default: (await import('#web/bookings/refund/cancel-dialog.tsx')).CancelDialog,
}))
const SitterCancelDialog = onPress(async () => ({
  default: (await import('#web/bookings/refund/cancel-dialog.tsx')).SitterCancelDialog,
}))
const CaseDialog = onPress(() => import('#web/bookings/case/case-dialog.tsx'))
const ChangeDialog = onPress(() => import('#web/bookings/change/change-dialog.tsx'))
const ChangeAnswerDialog = onPress(() => import('#web/bookings/change/change-answer-dialog.tsx'))
const AmountDialog = onPress(() => import('#web/bookings/life/amount-dialog.tsx'))

const shownOrder = keysOf(eventButtons)

const labelOf = (event: BarEvent, { status, change, role }: Booking): string =>
  event === 'withdraw_change' && change?.status === 'awaiting_payment'
    ? 'Cancel the change'
    : event === 'check_out' && role === 'owner'
      ? 'Confirm the end'
      : (eventButtons[event].labels?.[status] ?? eventButtons[event].label)

const declineWords: Record<DeclineReason, string> = {
  dates: 'The dates do not suit me',
  pet: 'The pet does not suit my home',
  distance: 'It is too far away',
  full: 'I am fully booked on these days',
  other: 'Another reason',
}

type EventActions = Pick<BookingInUse, 'booking' | 'move'>
type ActionsProps = EventActions & {
  /** Only these, as far as the API allows them; without it, all that it allows. */
  events?: readonly BarEvent[]
  /** The only one in gold. Without it, every event has the kind of its table. */
  main?: BarEvent | null
  /** Buttons and links in front of the events, and after them. */
  before?: ReactNode
  after?: ReactNode
}

/** The actions the API currently allows this viewer, the primary one in gold. */
export function BookingActions({ booking, move, events, main, before, after }: ActionsProps) {
  const [asking, setAsking] = useState<DialogEvent | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const may = (event: BarEvent) => booking.actions.some((action) => action.event === event)
  const shown = (events ?? shownOrder).filter(may)
  const kindOf = (event: BarEvent) => {
    if (main !== undefined) return event === main ? 'primary' : 'secondary'
    return shown.includes('instant_book') && event === 'request' ? 'secondary' : eventButtons[event].kind
  }
  if (shown.length === 0 && !before && !after) return null
  const close = () => setAsking(null)
  const press = (event: BarEvent) =>
    event === 'accept' ? void run(() => move({ event: 'accept' })) : setAsking(event)
  return (
    <div className="grid gap-4 print:hidden">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        {before}
        {shown.map((event) => (
          <Button
            key={event}
            kind={kindOf(event)}
            {...(event === main && { size: 'large', className: 'max-sm:w-full' })}
            pending={event === 'accept' && pending && 'Accepting…'}
            onClick={() => press(event)}
          >
            {labelOf(event, booking)}
          </Button>
        ))}
        {after}
      </div>
      {asking && <EventDialog event={asking} {...{ booking, move }} onClose={close} />}
    </div>
  )
}

type EventDialogProps = EventActions & { onClose: () => void }
type DialogEvent = Exclude<BarEvent, 'accept'>
type DialogOf<E> = (props: EventDialogProps & { event: E }) => ReactNode

const cancelDialog: DialogOf<'cancel' | 'end_early'> = (props) =>
  props.booking.refundNow && <CancelDialog {...props} refund={props.booking.refundNow} />
const handoverDialog: DialogOf<'check_in' | 'check_out'> = (props) => <HandoverDialog {...props} />
const caseDialog: DialogOf<'report_no_show' | 'open_case'> = (props) => <CaseDialog {...props} />
const changeAnswerDialog: DialogOf<'accept_change' | 'decline_change' | 'withdraw_change'> = (props) => (
  <ChangeAnswerDialog {...props} />
)
const startDialog: DialogOf<'offer' | 'accept_offer' | 'request' | 'instant_book'> = (props) => (
  <StartDialog {...props} />
)
const amountDialog: DialogOf<'tip' | 'waive'> = (props) => <AmountDialog {...props} />

/** The dialog of each event that is not sent at once. */
const dialogs: { [E in DialogEvent]: DialogOf<E> } = {
  cancel: cancelDialog,
  end_early: cancelDialog,
  cancel_by_sitter: (props) =>
    props.booking.refundIfSitterCancels && (
      <SitterCancelDialog {...props} refund={props.booking.refundIfSitterCancels} />
    ),
  decline: (props) => <DeclineDialog {...props} />,
  withdraw: (props) => <WithdrawDialog {...props} />,
  check_in: handoverDialog,
  check_out: handoverDialog,
  report_no_show: caseDialog,
  open_case: caseDialog,
  propose_change: (props) => <ChangeDialog {...props} />,
  accept_change: changeAnswerDialog,
  decline_change: changeAnswerDialog,
  withdraw_change: changeAnswerDialog,
  offer: startDialog,
  accept_offer: startDialog,
  request: startDialog,
  instant_book: startDialog,
  tip: amountDialog,
  waive: amountDialog,
}

function EventDialog<E extends DialogEvent>(props: EventDialogProps & { event: E }) {
  return dialogs[props.event](props)
}

function DeclineDialog({ booking, move, onClose }: EventDialogProps) {
  const [reason, setReason] = useState<DeclineReason>('dates')
  const [note, setNote] = useState('')
  const owner = firstName(booking.owner.name)
  const isOffer = booking.status === 'offered'
  const isQuestion = booking.status === 'inquiry'
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={isOffer ? 'Withdraw your offer?' : `Decline ${owner}’s ${isQuestion ? 'question' : 'request'}?`}
      safeLabel="Go back"
      confirmLabel={isOffer ? 'Withdraw the offer' : `Decline the ${isQuestion ? 'question' : 'request'}`}
      pendingLabel="Declining…"
      stepOf={() => ({ event: 'decline', reason, note: note.trim() || null })}
    >
      {(errorFor) => (
        <>
          <p>
            {bookingDates(booking)}. {isOffer ? 'Withdrawing it' : 'Declining'} does not count against you; a
            reason helps {owner} find somebody else.
          </p>
          <RadioGroup
            label="Reason"
            name="decline-reason"
            value={reason}
            onChange={(value) => setReason(declineReasons.find((code) => code === value) ?? reason)}
            options={declineReasons.map((value) => ({ value, label: declineWords[value] }))}
          />
          <WordsField name={owner} value={note} error={errorFor('note')} onChange={setNote} />
        </>
      )}
    </ActionDialog>
  )
}

const withdrawWords = {
  request: {
    title: 'Withdraw your request?',
    safe: 'Keep the request',
    confirm: 'Withdraw the request',
    told: 'that you no longer need these dates',
  },
  question: {
    title: 'Withdraw your question?',
    safe: 'Keep the question',
    confirm: 'Withdraw the question',
    told: 'that you no longer need an answer',
  },
  booking: {
    title: 'Give up the booking?',
    safe: 'Keep the booking',
    confirm: 'Give up the booking',
    told: 'that you no longer need these dates',
  },
  offer: {
    title: 'Decline the offer?',
    safe: 'Keep the offer',
    confirm: 'Decline the offer',
    told: 'that you decline the offer',
  },
}

const withdrawn: Partial<Record<BookingStatus, keyof typeof withdrawWords>> = {
  inquiry: 'question',
  offered: 'offer',
  awaiting_payment: 'booking',
}

function WithdrawDialog({ booking, move, onClose }: EventDialogProps) {
  const { title, safe, confirm, told } = withdrawWords[withdrawn[booking.status] ?? 'request']
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      danger
      title={title}
      safeLabel={safe}
      confirmLabel={confirm}
      pendingLabel="Withdrawing…"
      stepOf={() => ({ event: 'withdraw' })}
    >
      {() => (
        <p>
          {bookingDates(booking)}. We tell {firstName(booking.sitter.name)} {told}. Nothing is charged.
        </p>
      )}
    </ActionDialog>
  )
}

type Handover = 'check_in' | 'check_out' | 'confirm_end'
type HandoverWords = { title: string; confirm: string; pending: string; explanation: string }
const handoverWords: Record<Handover, (pets: string, other: string) => HandoverWords> = {
  check_in: (pets, owner) => ({
    title: `Check in ${pets}?`,
    confirm: 'Check in',
    pending: 'Checking in…',
    explanation: `We tell ${owner} that everybody has arrived safely. The booking is then under way.`,
  }),
  check_out: (pets, owner) => ({
    title: `Check out ${pets}?`,
    confirm: 'Check out',
    pending: 'Checking out…',
    explanation: `We tell ${owner} that the booking is complete, and you can both write a review.`,
  }),
  confirm_end: (pets, sitter) => ({
    title: `Has ${sitter} finished looking after ${pets}?`,
    confirm: 'Confirm the end',
    pending: 'Confirming…',
    explanation: `${sitter} has not checked out. If you confirm, the booking is complete, and you can both write a review.`,
  }),
}

function HandoverDialog({
  booking,
  move,
  onClose,
  event,
}: EventDialogProps & { event: 'check_in' | 'check_out' }) {
  const [note, setNote] = useState('')
  const [place, setPlace] = useState<RoughPlaceState>(null)
  const other = firstName(otherParty(booking).name)
  const handover = event === 'check_out' && booking.role === 'owner' ? 'confirm_end' : event
  const { title, confirm, pending, explanation } = handoverWords[handover](petNames(booking), other)
  const stepOf = (): BookingStep | FormError[] => {
    const words = { note: note.trim() || null }
    if (event === 'check_out' || place === null) return { event, ...words }
    return place === 'asking' ? [locationPendingError] : { event, ...words, location: place }
  }
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={title}
      safeLabel="Not yet"
      confirmLabel={confirm}
      pendingLabel={pending}
      stepOf={stepOf}
    >
      {(errorFor) => (
        <>
          <p>{explanation}</p>
          <WordsField name={other} value={note} error={errorFor('note')} onChange={setNote} />
          {event === 'check_in' && (
            <RoughPlaceBox reader={other} place={place} error={errorFor('location')} onChange={setPlace} />
          )}
        </>
      )}
    </ActionDialog>
  )
}
