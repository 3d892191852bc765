import { type FormEvent, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Terms = Sent<Endpoints['POST /v1/admin/promo-codes']>['body']
type Entered = Required<Omit<Terms, 'percent'>> & { percent: number; kind: 'percent' | 'amount' }

const blank: Entered = {
  code: '',
  kind: 'percent',
  percent: 10,
  amount: null,
  paidBy: 'platform',
  firstBookingOnly: false,
  fromOn: null,
  untilOn: null,
  budget: null,
  usesPerOwner: 1,
  note: '',
}

type PromoFormProps = { currency: string; onMade: () => Promise<void> }

export function PromoForm({ currency, onMade }: PromoFormProps) {
  const [made, setMade] = useState(0)
  return <Fields key={made} {...{ currency, onMade }} onEmpty={() => setMade((count) => count + 1)} />
}

function missingIn({ code, kind, amount }: Entered): FormError[] {
  return [
    ...(code.trim() === '' ? [{ name: 'code', message: 'Enter the letters of the code' }] : []),
    ...(kind === 'amount' && amount === null
      ? [{ name: 'amount', message: 'Enter the amount that it takes off' }]
      : []),
  ]
}

function termsOf({ kind, percent, amount, ...rest }: Entered): Terms {
  const off = kind === 'percent' ? { percent } : { amount }
  return { ...rest, ...off, code: rest.code.trim(), note: rest.note?.trim() || null }
}

function Fields({ currency, onMade, onEmpty }: PromoFormProps & { onEmpty: () => void }) {
  const [entered, setEntered] = useState(blank)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const set = (part: Partial<Entered>) => setEntered((before) => ({ ...before, ...part }))

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const missing = missingIn(entered)
    if (missing.length > 0) {
      refuse(missing)
      return
    }
    const body = termsOf(entered)
    const done = await run(() => api('POST /v1/admin/promo-codes', { body }))
    if (!done) return
    onEmpty()
    await onMade()
    const toast = await loadToast()
    toast.success(`${body.code.toUpperCase()} is in use`)
  }

  const parts = { entered, set, errorFor, currency }
  return (
    <Card as="section" aria-labelledby="new-code">
      <h2 id="new-code" className="mb-4 text-xl">
        Make a code
      </h2>
      <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} />
        <div className="grid gap-5 sm:grid-cols-2">
          <CodeAndNote {...parts} />
          <Discount {...parts} />
          <PayerAndBudget {...parts} />
          <Limits {...parts} />
        </div>
        <Button type="submit" kind="primary" pending={pending && 'Making…'} className="justify-self-start">
          Make the code
        </Button>
      </form>
    </Card>
  )
}

type PartProps = {
  entered: Entered
  set: (part: Partial<Entered>) => void
  errorFor: (name: string) => string | undefined
  currency: string
}

function CodeAndNote({ entered, set, errorFor }: PartProps) {
  return (
    <>
      <TextField
        label="Code"
        name="code"
        hint="3 to 40 letters, digits and hyphens. Small and capital letters are the same."
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={entered.code}
        error={errorFor('code')}
        onChange={(event) => set({ code: event.target.value })}
      />
      <TextField
        label="What it is for"
        name="note"
        optional
        hint="Only operators read this."
        maxLength={200}
        value={entered.note ?? ''}
        error={errorFor('note')}
        onChange={(event) => set({ note: event.target.value })}
      />
    </>
  )
}

function Discount({ entered, set, errorFor, currency }: PartProps) {
  return (
    <>
      <RadioGroup
        label="It takes off"
        name="kind"
        look="row"
        value={entered.kind}
        onChange={(value) => set({ kind: value })}
        options={[
          { value: 'percent', label: 'A share of the price' },
          { value: 'amount', label: 'An amount' },
        ]}
      />
      {entered.kind === 'percent' ? (
        <NumberStepper
          label="Share, before the service fees"
          name="percent"
          unit="percent"
          after="%"
          min={1}
          max={100}
          value={entered.percent}
          error={errorFor('percent')}
          onChange={(value) => set({ percent: value })}
        />
      ) : (
        <MoneyField
          label="Amount"
          name="amount"
          currency={currency}
          defaultMinor={entered.amount}
          error={errorFor('amount')}
          onChange={(value) => set({ amount: value })}
        />
      )}
    </>
  )
}

function PayerAndBudget({ entered, set, errorFor, currency }: PartProps) {
  return (
    <>
      <RadioGroup
        label="Who pays it"
        name="paidBy"
        value={entered.paidBy}
        onChange={(value) => set({ paidBy: value })}
        options={[
          { value: 'platform', label: 'The site', hint: 'Sitters earn the same.' },
          { value: 'sitter', label: 'The sitter', hint: 'The sitter’s price is lowered.' },
        ]}
      />
      <MoneyField
        label="Budget"
        name="budget"
        optional
        hint="The most that all bookings together can take off."
        currency={currency}
        error={errorFor('budget')}
        onChange={(budget) => set({ budget })}
      />
    </>
  )
}

function Limits({ entered, set, errorFor }: PartProps) {
  return (
    <>
      <DatePicker
        label="First day it can be used"
        name="fromOn"
        optional
        value={entered.fromOn ?? null}
        error={errorFor('fromOn')}
        onChange={(fromOn) => set({ fromOn })}
      />
      <DatePicker
        label="Last day"
        name="untilOn"
        optional
        value={entered.untilOn ?? null}
        error={errorFor('untilOn')}
        onChange={(untilOn) => set({ untilOn })}
      />
      <NumberStepper
        label="Times each owner may use it"
        name="usesPerOwner"
        unit="time"
        min={1}
        max={1000}
        value={entered.usesPerOwner}
        error={errorFor('usesPerOwner')}
        onChange={(usesPerOwner) => set({ usesPerOwner })}
      />
      <Checkbox
        label="Only for an owner’s first booking"
        name="firstBookingOnly"
        checked={entered.firstBookingOnly}
        onChange={(event) => set({ firstBookingOnly: event.target.checked })}
      />
    </>
  )
}
