import type { FormEvent } from 'react'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Terms = RequestInput<Endpoints['POST /v1/admin/promo-codes']>['body']
type Entered = {
  code: string
  note: string
  kind: 'percent' | 'amount'
  percent: number
  amount: number | null
  paidBy: NonNullable<Terms['paidBy']>
  budget: number | null
  fromOn: string | null
  untilOn: string | null
  usesPerOwner: number
  firstBookingOnly: boolean
}

const blank: Entered = {
  code: '',
  note: '',
  kind: 'percent',
  percent: 10,
  amount: null,
  paidBy: 'platform',
  budget: null,
  fromOn: null,
  untilOn: null,
  usesPerOwner: 1,
  firstBookingOnly: false,
}

const codeFields = {
  code: {
    label: 'Code',
    kind: 'line',
    hint: '3 to 40 letters, digits and hyphens. Small and capital letters are the same.',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    maxLength: 40,
    check: atLeast(1, 'Enter the letters of the code'),
  },
  note: {
    label: 'What it is for',
    kind: 'line',
    optional: true,
    hint: 'Only operators read this.',
    maxLength: 200,
  },
} satisfies Partial<FieldTable<Entered>>

const limitFields = {
  fromOn: { label: 'First day it can be used', kind: 'day', optional: true },
  untilOn: { label: 'Last day', kind: 'day', optional: true },
  usesPerOwner: { label: 'Times each owner may use it', kind: 'count', unit: 'time', min: 1, max: 1000 },
  firstBookingOnly: { label: 'Only for an owner’s first booking', kind: 'checkbox' },
} satisfies Partial<FieldTable<Entered>>

/** Fields of a new code; the amounts are in the currency of the site. */
const promoFields = (currency: string): FieldTable<Entered> => ({
  ...codeFields,
  kind: {
    label: 'It takes off',
    kind: 'choice',
    variant: 'row',
    options: [
      { value: 'percent', label: 'A share of the price' },
      { value: 'amount', label: 'An amount' },
    ],
  },
  percent: {
    label: 'Share, before the service fees',
    kind: 'count',
    unit: 'percent',
    after: '%',
    min: 1,
    max: 100,
    appliesTo: ({ kind }) => kind === 'percent',
  },
  amount: {
    label: 'Amount',
    kind: 'money',
    currency,
    appliesTo: ({ kind }) => kind === 'amount',
    check: (amount) => (amount === null ? 'Enter the amount that it takes off' : undefined),
  },
  paidBy: {
    label: 'Who pays it',
    kind: 'choice',
    options: [
      { value: 'platform', label: 'The site', hint: 'Sitters earn the same.' },
      { value: 'sitter', label: 'The sitter', hint: 'The sitter’s price is lowered.' },
    ],
  },
  budget: {
    label: 'Budget',
    kind: 'money',
    optional: true,
    hint: 'The most that all bookings together can take off.',
    currency,
  },
  ...limitFields,
})

type PromoFormProps = { currency: string; onMade: () => Promise<void> }

function termsOf({ kind, percent, amount, ...rest }: Entered): Terms {
  const off = kind === 'percent' ? { percent } : { amount }
  return { ...rest, ...off, code: rest.code.trim(), note: rest.note.trim() || null }
}

export function PromoForm({ currency, onMade }: PromoFormProps) {
  const { values, set, setValues } = useFields(blank)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const fields = promoFields(currency)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) {
      refuse(faults)
      return
    }
    const body = termsOf(values)
    const done = await run(() => api('POST /v1/admin/promo-codes', { body }))
    if (!done) return
    setValues(blank)
    await onMade()
    const toast = await loadToast()
    toast.success(`${body.code.toUpperCase()} is in use`)
  }

  return (
    <Card as="section" aria-labelledby="new-code">
      <h2 id="new-code" className="mb-4 text-xl">
        Make a code
      </h2>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormFields {...{ fields, values, set, errorFor }} />
        </div>
        <Button type="submit" kind="primary" pending={pending && 'Making…'} className="justify-self-start">
          Make the code
        </Button>
      </form>
    </Card>
  )
}
