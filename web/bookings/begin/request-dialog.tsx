import { useState } from 'react'
import { firstName } from '#contract/words.ts'
import { api } from '#web/api.ts'
import { DaysFields } from '#web/bookings/begin/days-fields.tsx'
import { bodyOf, daysOf } from '#web/bookings/begin/days-state.ts'
import { withRequote } from '#web/bookings/begin/with-requote.ts'
import type { StartDialogProps } from '#web/bookings/begin/start-dialog-props.ts'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { petNames } from '#web/bookings/life/booking-words.ts'
import { PricePreview } from '#web/bookings/price/price-preview.tsx'
import { hashOf, usePrice } from '#web/bookings/price/use-price.ts'
import { howToPay } from '#web/layout/use-config.ts'

type RequestDialogProps = StartDialogProps & { event: 'request' | 'instant_book' }

const words = {
  request: {
    title: (name: string) => `Request ${name}?`,
    text: (name: string, _pay: string) =>
      `${name} then has a day to accept or decline. You pay nothing until it is accepted.`,
    confirm: 'Send the request',
    pending: 'Sending…',
  },
  instant_book: {
    title: (name: string) => `Book ${name} now?`,
    text: (name: string, pay: string) =>
      `${name} lets you book without waiting for an answer: the booking is confirmed at once, and you ${pay}.`,
    confirm: 'Book now',
    pending: 'Booking…',
  },
}

/** Turns the owner's question into a request or an instant booking. */
export function RequestDialog({ booking, move, onClose, event }: RequestDialogProps) {
  const [state, setState] = useState(() => daysOf(booking))
  const sitter = firstName(booking.sitter.name)
  const days = bodyOf(state)
  const draft = days && {
    sitterId: booking.sitter.id,
    service: booking.service,
    petIds: booking.pets.map(({ id }) => id),
    ...days,
  }
  const price = usePrice(draft && JSON.stringify(draft), (signal) =>
    draft
      ? api('POST /v1/bookings/calculate-cost', { body: draft }, { signal })
      : Promise.reject(new Error('There is nothing to price')),
  )
  const quoteHash = hashOf(price)
  const { title, text, confirm, pending } = words[event]
  return (
    <ActionDialog
      move={withRequote(move, price.again)}
      onClose={onClose}
      title={title(sitter)}
      safeLabel="Go back"
      confirmLabel={confirm}
      pendingLabel={pending}
      stepOf={() =>
        days && quoteHash
          ? { event, ...days, quoteHash }
          : [{ name: 'days', message: price.refusal ?? 'Choose the days and wait for the price' }]
      }
    >
      {(errorFor) => (
        <>
          <p>
            For {petNames(booking)}. {text(sitter, howToPay(booking.payment.mode, sitter))}
          </p>
          <DaysFields
            state={state}
            timeZone={booking.timeZone}
            error={errorFor('days')}
            onChange={setState}
          />
          <PricePreview price={price} forSitter={false} />
        </>
      )}
    </ActionDialog>
  )
}
