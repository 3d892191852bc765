import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { CardForm, confirmForm, type Form, openForm } from '#web/bookings/pay/card-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

type OtherCardProps = {
  booking: Booking
  refresh: () => Promise<Booking>
  onClose: (isStored: boolean) => void
}

/** Takes a new card for a later charge. The stored card stays until the new one is accepted. */
export default function OtherCard({ booking, refresh, onClose }: OtherCardProps) {
  const [form, setForm] = useState<Form | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const putCard = (given: boolean) =>
    api('PUT /v1/bookings/:bookingId/card', { params: { bookingId: booking.id }, body: { given } })
  const finish = async () => {
    await refresh()
    onClose(true)
  }
  const open = () =>
    run(async () => {
      const step = await putCard(false)
      if (step.clientSecret === null) return finish()
      return setForm(await openForm(step, step.clientSecret))
    })
  const confirm = (filled: Form) =>
    run(async () => {
      await confirmForm(filled)
      // The server asks Stripe for the result, so that nobody has to wait for its webhook.
      await putCard(true)
      await finish()
    })
  return (
    <div className="grid gap-4 border-b pb-4">
      <p className="max-w-measure text-ink-2">
        Your new card replaces the saved one. Nothing is charged before the day above.
      </p>
      <ErrorSummary errors={errors} attempt={attempt} />
      {form && <CardForm key={form.step.clientSecret} elements={form.elements} />}
      <div className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          pending={pending && (form ? 'Asking your bank…' : 'Opening the form…')}
          onClick={() => void (form ? confirm(form) : open())}
        >
          {form ? 'Save this card' : 'Add another card'}
        </Button>
        <Button kind="quiet" onClick={() => onClose(false)}>
          Leave it as it is
        </Button>
      </div>
    </div>
  )
}
