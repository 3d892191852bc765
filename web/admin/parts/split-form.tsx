import { type FormEvent, useEffect, useState } from 'react'
import type { AdminBooking, Split } from '#contract/bookings/case-desk.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { deskMoneyWords } from '#web/admin/parts/desk-money-words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
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

type Entered = { refund: number | null; reason: string }

const splitFields = ({ booking, hint, most, least }: SplitFormProps): FieldTable<Entered> => {
  const held = formatMoney(most, booking.quote.currency)
  const words = deskMoneyWords[booking.money.settlement]
  const owner = firstName(booking.ownerName)
  return {
    refund: {
      label: words.refund(owner),
      kind: 'money',
      hint: words.most(held, owner, firstName(booking.sitterName)),
      currency: booking.quote.currency,
      appliesTo: () => most > 0,
      check: (refund) => (refund === null || refund > most ? `Enter an amount up to ${held}` : undefined),
    },
    reason: {
      label: 'Reasons',
      kind: 'text',
      hint,
      rows: 4,
      maxLength: 2000,
      check: atLeast(least, 'Write the reasons, in a sentence or two'),
    },
  }
}

/**
 * Chooses how much of the held money is refunded to the owner and why, shows the resulting split, and asks for
 * confirmation.
 */
export function SplitForm(props: SplitFormProps) {
  const { booking, title, confirm, most, suggested = [], send } = props
  const { values, set } = useFields<Entered>({ refund: 0, reason: '' })
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { refund } = values
  const reason = values.reason.trim()
  const fields = splitFields(props)
  const split = useSplit(booking, refund !== null && refund <= most ? refund : null)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) refuse(faults)
    else setAsking(true)
  }
  const decide = async () => {
    await run(() => send(refund ?? 0, reason))
    setAsking(false)
  }
  return (
    <Card as="section" aria-labelledby="split">
      <form noValidate onSubmit={ask} className="grid gap-4">
        <h2 id="split" className="text-xl">
          {title}
        </h2>
        <ErrorSummary errors={errors} attempt={attempt} />
        <FormFields {...{ fields, values, set, errorFor }} />
        <Suggested {...{ booking, suggested }} onChoose={(amount) => set('refund', amount)} />
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

type SuggestedProps = Pick<Required<SplitFormProps>, 'booking' | 'suggested'> & {
  onChoose: (refund: number) => void
}

function Suggested({ booking, suggested, onChoose }: SuggestedProps) {
  if (suggested.length === 0) return null
  return (
    <div className="flex flex-wrap gap-3">
      {suggested.map(({ label, refund }) => (
        <Button key={label} onClick={() => onChoose(refund)}>
          {label}: {formatMoney(refund, booking.quote.currency)}
        </Button>
      ))}
    </div>
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
      total={line(
        deskMoneyWords[booking.money.settlement].refundNow(firstName(booking.ownerName)),
        split.refund,
      )}
    />
  )
}
