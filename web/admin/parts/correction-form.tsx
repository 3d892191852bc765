import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { keysOf } from '#contract/entries.ts'
import { correctionAccounts } from '#contract/payments/codes.ts'
import { correctionAccountWords } from '#contract/staff/words.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Values = {
  debit: string
  credit: string
  amount: number | null
  booking: string
  reason: string
}
const empty: Values = { debit: '', credit: '', amount: null, booking: '', reason: '' }

const options = keysOf(correctionAccountWords).map((value) => ({
  value,
  label: correctionAccountWords[value],
}))
const accountOf = (value: string) => keysOf(correctionAccounts).find((one) => one === value)
const isPersonal = (value: string): boolean => {
  const account = accountOf(value)
  return account !== undefined && correctionAccounts[account].of !== null
}

const fieldsIn = (currency: string): FieldTable<Values> => ({
  debit: {
    label: 'Debit',
    hint: 'Takes from what is owed to somebody or earned, or adds to a loss or to the money outside.',
    kind: 'select',
    placeholder: 'Choose an account',
    options,
    check: (value) => (value === '' ? 'Choose an account to debit' : undefined),
  },
  credit: {
    label: 'Credit',
    hint: 'Adds to what is owed to somebody or earned, or takes from a loss or from the money outside.',
    kind: 'select',
    placeholder: 'Choose an account',
    options,
    check: (value, { debit }) =>
      value === ''
        ? 'Choose an account to credit'
        : value === debit
          ? 'Choose another account than for the debit'
          : undefined,
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    currency,
    check: (value) => (value === null || value <= 0 ? 'Enter an amount above zero' : undefined),
  },
  booking: {
    label: 'Number of the booking',
    hint: 'Needed if an account belongs to an owner or a sitter.',
    kind: 'line',
    optional: true,
    maxLength: 40,
    check: (value, { debit, credit }) =>
      value.trim() === '' && (isPersonal(debit) || isPersonal(credit))
        ? 'Enter the number of the booking'
        : undefined,
  },
  reason: {
    label: 'Why?',
    hint: 'It becomes the note of the transfer.',
    kind: 'text',
    rows: 3,
    maxLength: 1000,
    check: atLeast(10, 'Write at least 10 characters'),
  },
})

/** Proposes a correction, or posts it at once if its amount needs no second person. */
export function CorrectionForm({ approvalAbove, currency }: { approvalAbove: number; currency: string }) {
  const [sent, setSent] = useState(0)
  return (
    <Card as="section" aria-labelledby="new" className="grid gap-4">
      <h2 id="new" className="text-xl">
        New correction
      </h2>
      <p className="max-w-measure text-ink-2">
        Entries cannot be changed, so a correction is a new transfer. Above{' '}
        {formatMoney(approvalAbove, currency)} in a day, somebody else has to approve it before it is posted.
      </p>
      <Form key={sent} currency={currency} onSent={() => setSent(sent + 1)} />
    </Card>
  )
}

function Form({ currency, onSent }: { currency: string; onSent: () => void }) {
  const fields = fieldsIn(currency)
  const { values, set } = useFields(empty)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    const [debit, credit] = [accountOf(values.debit), accountOf(values.credit)]
    if (faults.length > 0 || !debit || !credit || values.amount === null) return refuse(faults)
    const body = {
      debit,
      credit,
      amount: values.amount,
      booking: values.booking.trim() || null,
      reason: values.reason.trim(),
    }
    let state = ''
    const done = await run(async () => {
      state = (await api('POST /v1/admin/ledger/corrections', { body })).state
    })
    if (!done) return
    const toast = await loadToast()
    toast.success(state === 'posted' ? 'The correction is posted' : 'Somebody else can approve it now')
    onSent()
    await revalidate()
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormFields {...{ fields, values, set, errorFor }} />
      <Button type="submit" kind="primary" className="justify-self-start" pending={pending && 'Sending…'}>
        Send
      </Button>
    </form>
  )
}
