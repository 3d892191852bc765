import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { ChangeTerms } from '#web/bookings/change/change-terms.tsx'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { WordsField } from '#web/bookings/life/words-field.tsx'

type Answer = 'accept_change' | 'decline_change' | 'withdraw_change'
type AnswerProps = { booking: Booking; event: Answer; move: BookingInUse['move']; onClose: () => void }

const words: Record<
  Answer | 'drop_change',
  { title: string; safe: string; confirm: string; pending: string }
> = {
  accept_change: {
    title: 'Accept this change?',
    safe: 'Go back',
    confirm: 'Accept the change',
    pending: 'Accepting…',
  },
  decline_change: {
    title: 'Decline this change?',
    safe: 'Go back',
    confirm: 'Decline the change',
    pending: 'Declining…',
  },
  withdraw_change: {
    title: 'Withdraw the change?',
    safe: 'Leave it',
    confirm: 'Withdraw the change',
    pending: 'Withdrawing it…',
  },
  /** For a change that is accepted but not paid yet. */
  drop_change: {
    title: 'Cancel the change?',
    safe: 'Leave it',
    confirm: 'Cancel the change',
    pending: 'Cancelling it…',
  },
}

/** Confirms accepting, declining or withdrawing a change. */
export default function ChangeAnswerDialog({ booking, event, move, onClose }: AnswerProps) {
  const [note, setNote] = useState('')
  const isDropped = event === 'withdraw_change' && booking.change?.status === 'awaiting_payment'
  const { title, safe, confirm, pending } = words[isDropped ? 'drop_change' : event]
  const other = firstName(otherParty(booking).name)
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={title}
      safeLabel={safe}
      confirmLabel={confirm}
      pendingLabel={pending}
      stepOf={() => (event === 'decline_change' ? { event, note: note.trim() || null } : { event })}
    >
      {(errorFor) => (
        <>
          {event === 'accept_change' ? (
            booking.change && <ChangeTerms booking={booking} change={booking.change} />
          ) : (
            <p>The booking stays as agreed, and we tell {other}.</p>
          )}
          {event === 'decline_change' && (
            <WordsField name={other} value={note} error={errorFor('note')} onChange={setNote} />
          )}
        </>
      )}
    </ActionDialog>
  )
}
