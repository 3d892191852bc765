import { type FormEvent, useState } from 'react'
import type { AdminBooking } from '#contract/bookings/case-desk.ts'
import { type ExtenuatingReason, extenuatingReasons } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { deskMoneyWords } from '#web/admin/parts/desk-money-words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

const words: Record<ExtenuatingReason, string> = {
  disaster: 'A natural disaster',
  home_damage: 'Severe damage to the home',
  government: 'An order from the authorities, dated after the booking',
  illness: 'A serious illness of the owner, sitter, pet or close family',
  death: 'The death of the owner, sitter, pet or close family',
}

const fields: FieldTable<{ kind: ExtenuatingReason; reason: string }> = {
  kind: {
    label: 'What happened',
    kind: 'choice',
    options: extenuatingReasons.map((value) => ({ value, label: words[value] })),
  },
  reason: {
    label: 'In your words, for both',
    kind: 'text',
    rows: 3,
    maxLength: 2000,
    check: atLeast(10, 'Write what happened and what proved it'),
  },
}

type ExtenuatingFormProps = {
  booking: AdminBooking
  send: (extenuating: ExtenuatingReason, reason: string) => Promise<void>
}

/** Ends the booking so that the owner pays nothing more and leaves no mark on the sitter's profile. */
export function ExtenuatingForm({ booking, send }: ExtenuatingFormProps) {
  const { values, set } = useFields<{ kind: ExtenuatingReason; reason: string }>({
    kind: 'illness',
    reason: '',
  })
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const ending = deskMoneyWords[booking.money.settlement].endFree
  const held = formatMoney(booking.money.held, booking.quote.currency)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) refuse(faults)
    else setAsking(true)
  }
  const decide = async () => {
    await run(() => send(values.kind, values.reason.trim()))
    setAsking(false)
  }
  return (
    <Card as="section" aria-labelledby="extenuating">
      <form noValidate onSubmit={ask} className="grid gap-4">
        <Outcome text={ending.outcome(held)} />
        <ErrorSummary errors={errors} attempt={attempt} />
        <FormFields {...{ fields, values, set, errorFor }} />
        <Button type="submit" className="justify-self-start">
          {ending.action}
        </Button>
      </form>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(false)}
          title={ending.question}
          safeLabel="Go back"
          confirmLabel={ending.confirm(held)}
          pending={pending && 'Ending…'}
          onConfirm={() => void decide()}
        >
          <p>{words[values.kind]}. The booking ends now, and we tell both of them.</p>
        </AlertDialog>
      )}
    </Card>
  )
}

function Outcome({ text }: { text: string }) {
  return (
    <>
      <h2 id="extenuating" className="text-xl">
        Extenuating circumstances
      </h2>
      <p className="max-w-measure text-ink-2">{text} and nothing is recorded on the sitter’s profile.</p>
    </>
  )
}
