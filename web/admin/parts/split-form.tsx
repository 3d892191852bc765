import { type FormEvent, useEffect, useState } from 'react'
import type { AdminBooking, Split } from '#contract/bookings/case-desk.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { firstName } from '#web/bookings/life/booking-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'

type SplitFormProps = {
  booking: AdminBooking
  title: string
  hint: string
  confirm: string
  /** The largest possible refund; at 0 the amount field is left out. */
  most: number
  /** Minimum length of the reason, in characters. */
  least: number
  /** Amounts from the rules, each offered as a button. */
  suggested?: readonly { label: string; refund: number }[]
  send: (refund: number, reason: string) => Promise<void>
}

/**
 * Chooses how much of the held money is refunded to the owner and why, shows the resulting split, and asks for
 * confirmation.
 */
export function SplitForm(props: SplitFormProps) {
  const { booking, title, hint, confirm, most, least, suggested = [], send } = props
  const [refund, setRefund] = useState<number | null>(0)
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const split = useSplit(booking, refund !== null && refund <= most ? refund : null)
  const { currency } = booking.quote
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const missing: FormError[] = []
    if (refund === null || refund > most)
      missing.push({ name: 'refund', message: `Enter an amount up to ${formatMoney(most, currency)}` })
    if (reason.trim().length < least)
      missing.push({ name: 'reason', message: 'Write the reasons, in a sentence or two' })
    if (missing.length > 0) refuse(missing)
    else setAsking(true)
  }
  const decide = async () => {
    await run(() => send(refund ?? 0, reason.trim()))
    setAsking(false)
  }
  return (
    <Card as="section" aria-labelledby="split">
      <form noValidate onSubmit={ask} className="grid gap-4">
        <h2 id="split" className="text-xl">
          {title}
        </h2>
        <ErrorSummary errors={errors} attempt={attempt} />
        <RefundChoice {...{ booking, most, suggested }} error={errorFor('refund')} onChange={setRefund} />
        <TextArea
          label="Reasons"
          name="reason"
          hint={hint}
          rows={4}
          maxLength={2000}
          value={reason}
          error={errorFor('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        {split && <SplitLines booking={booking} split={split} />}
        <Button type="submit" kind="primary" className="justify-self-start">
          {confirm}
        </Button>
      </form>
      {asking && (
        <SplitDialog
          {...{ booking, confirm, split, reason, pending }}
          onClose={() => setAsking(false)}
          onConfirm={() => void decide()}
        />
      )}
    </Card>
  )
}

type RefundChoiceProps = Pick<Required<SplitFormProps>, 'booking' | 'most' | 'suggested'> & {
  error: string | undefined
  onChange: (refund: number | null) => void
}

function RefundChoice({ booking, most, suggested, error, onChange }: RefundChoiceProps) {
  const [filled, setFilled] = useState({ refund: 0, times: 0 })
  const { currency } = booking.quote
  return (
    <>
      {most > 0 && (
        <MoneyField
          key={filled.times}
          label={`Refund to ${firstName(booking.ownerName)}`}
          hint={`Of the ${formatMoney(most, currency)} still held.`}
          id="field-refund"
          currency={currency}
          defaultMinor={filled.refund}
          error={error}
          onChange={onChange}
        />
      )}
      {suggested.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {suggested.map(({ label, refund }) => (
            <Button
              key={label}
              onClick={() => {
                onChange(refund)
                setFilled(({ times }) => ({ refund, times: times + 1 }))
              }}
            >
              {label}: {formatMoney(refund, currency)}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

type SplitDialogProps = Pick<SplitFormProps, 'booking' | 'confirm'> & {
  split: Split | null
  reason: string
  pending: boolean
  onClose: () => void
  onConfirm: () => void
}

function SplitDialog({ booking, confirm, split, reason, pending, onClose, onConfirm }: SplitDialogProps) {
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`${confirm}?`}
      safeLabel="Go back"
      confirmLabel={confirm}
      pending={pending && 'Deciding…'}
      onConfirm={onConfirm}
    >
      <div className="grid gap-4 text-ink">
        {split && <SplitLines booking={booking} split={split} />}
        <p className="max-w-measure whitespace-pre-line">{reason}</p>
      </div>
    </AlertDialog>
  )
}

/** Fetches the split from the server; null until it is known. */
function useSplit({ id: bookingId }: AdminBooking, refund: number | null): Split | null {
  const [split, setSplit] = useState<Split | null>(null)
  useEffect(() => {
    if (refund === null) return
    const abort = new AbortController()
    const params = { bookingId }
    api(
      'GET /v1/admin/bookings/:bookingId/split',
      { params, query: { refund } },
      { signal: abort.signal },
    ).then(
      (answer) => abort.signal.aborted || setSplit(answer),
      (error: unknown) => {
        // An invalid amount is reported when the form is submitted.
        if (abort.signal.aborted) return
        if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
        setSplit(null)
      },
    )
    return () => abort.abort()
  }, [bookingId, refund])
  return split?.refund === refund ? split : null
}

function SplitLines({ booking, split }: { booking: AdminBooking; split: Split }) {
  const { currency } = booking.quote
  const line = (label: string, amount: number) => ({ label, amount: formatMoney(amount, currency) })
  return (
    <PriceLines
      lines={[
        line(`${firstName(booking.sitterName)} keeps in the end`, split.sitterKeeps),
        line('The site keeps in the end', split.platformKeeps),
      ]}
      total={line(`Refunded now to ${firstName(booking.ownerName)}`, split.refund)}
    />
  )
}
