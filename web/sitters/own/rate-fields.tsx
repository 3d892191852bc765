import type { Service } from '#contract/codes.ts'
import { isStay } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import type { RateForm, ServiceForm } from '#web/sitters/own/sitter-form.ts'
import { type Medians, useFees } from '#web/sitters/own/use-rates.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { MoneyField } from '#web/ui/forms/money-field.tsx'
import { unitWord } from '#web/words.ts'

type Amounts = Exclude<keyof RateForm, 'longStayPct' | 'longStayFrom' | 'latePickup' | 'base'>
type RateSpec = {
  key: Amounts
  label: string
  hint?: string
  flat?: boolean
  for: (service: Service) => boolean
}

const always = () => true
const atHome = (service: Service) => service === 'boarding' || service === 'day_care'

/** Surcharges of rules section 1; an empty one is not charged. */
const surcharges: readonly RateSpec[] = [
  {
    key: 'catBase',
    label: 'When the first pet is a cat',
    hint: 'Leave empty to charge the same rate.',
    for: always,
  },
  { key: 'extraPet', label: 'Each further pet', for: always },
  {
    key: 'extraCat',
    label: 'Each further cat',
    hint: 'Leave empty to charge the same as for every further pet.',
    for: always,
  },
  { key: 'puppyExtra', label: 'Puppy or kitten, on top', for: always },
  {
    key: 'holidayExtra',
    label: 'Holiday, on top',
    hint: 'Usually 10 to 20 per cent of the rate.',
    for: always,
  },
  {
    key: 'minutes60Extra',
    label: '60 minutes, on top',
    for: (service) => service === 'drop_in' || service === 'dog_walking',
  },
  { key: 'bathing', label: 'Bath, for each pet', flat: true, for: atHome },
  { key: 'pickupTrip', label: 'Fetching or bringing home, each way', flat: true, for: atHome },
]

type RateFieldsProps = {
  service: Service
  value: ServiceForm
  set: (part: Partial<ServiceForm>) => void
  errorFor: (name: string) => string | undefined
  currency: string
  medians: Medians | null
  placeName: string | null
}

export function RateFields({ service, value, set, errorFor, currency, medians, placeName }: RateFieldsProps) {
  const { rates } = value
  const setRate = (part: Partial<RateForm>) => set({ rates: { ...rates, ...part } })
  const per = `a ${unitWord(service)}`
  const median = medians?.items.find((item) => item.service === service)
  const hint =
    median?.base != null
      ? `The median rate of ${median.sitters} sitters near ${placeName} is ${formatMoney(median.base, currency)}.`
      : placeName
        ? `Fewer than three sitters near ${placeName} offer this, so we cannot show a median rate yet.`
        : 'Choose your town first to see what others charge.'
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyField
          label={`Your rate ${per}, first pet`}
          name={`${service}.rates.base`}
          currency={currency}
          per={per}
          hint={hint}
          defaultMinor={rates.base}
          error={errorFor(`${service}.rates.base`)}
          onChange={(base) => setRate({ base })}
        />
        <Earnings amount={rates.base} per={per} currency={currency} />
      </div>
      <details>
        <summary className="link w-fit py-2 text-sm">Surcharges and discounts (optional)</summary>
        <div className="mt-3 grid items-start gap-5 sm:grid-cols-2">
          {surcharges
            .filter((spec) => spec.for(service))
            .map(({ key, label, hint: words, flat }) => (
              <MoneyField
                key={key}
                label={label}
                name={`${service}.rates.${key}`}
                hint={words}
                currency={currency}
                per={flat ? undefined : per}
                defaultMinor={rates[key]}
                error={errorFor(`${service}.rates.${key}`)}
                onChange={(amount) => setRate({ [key]: amount })}
              />
            ))}
          {isStay(service) && <LongStayFields {...{ service, rates, setRate, errorFor }} />}
        </div>
      </details>
    </div>
  )
}

type LongStayFieldsProps = Pick<RateFieldsProps, 'service' | 'errorFor'> & {
  rates: RateForm
  setRate: (part: Partial<RateForm>) => void
}

function LongStayFields({ service, rates, setRate, errorFor }: LongStayFieldsProps) {
  return (
    <>
      <TextField
        label="Long-stay discount"
        name={`${service}.rates.longStayPct`}
        inputMode="numeric"
        after="%"
        value={rates.longStayPct ?? ''}
        error={errorFor(`${service}.rates.longStayPct`)}
        onChange={(event) => setRate({ longStayPct: wholeOf(event.target.value) })}
      />
      <TextField
        label="A stay is long from"
        name={`${service}.rates.longStayFrom`}
        inputMode="numeric"
        after="nights"
        value={rates.longStayFrom || ''}
        error={errorFor(`${service}.rates.longStayFrom`)}
        onChange={(event) => setRate({ longStayFrom: wholeOf(event.target.value) ?? 0 })}
      />
      <Checkbox
        label="Late pick-up costs half a night"
        hint="More than two hours later than the drop-off; a whole night after eight."
        name={`${service}.rates.latePickup`}
        checked={rates.latePickup}
        onChange={(event) => setRate({ latePickup: event.target.checked })}
        className="sm:col-span-2"
      />
    </>
  )
}

function wholeOf(typed: string): number | null {
  const digits = typed.replace(/\D/g, '').slice(0, 3)
  return digits === '' ? null : Number(digits)
}

/** The sitter's earnings for one unit, by the API's fee rule. */
function Earnings({ amount, per, currency }: { amount: number | null; per: string; currency: string }) {
  const fees = useFees(amount)
  const known = fees !== null && fees.subtotal === amount
  return (
    <p className="self-center rounded-control bg-green-soft px-4 py-3 text-[0.9375rem]" aria-live="polite">
      {amount === null ? (
        <span className="text-ink-2">Set a rate to see what you receive.</span>
      ) : (
        <>
          You receive <b className="figures">{known ? formatMoney(fees.sitterPayout, currency) : '…'}</b>{' '}
          {per} after the fee
          {known && <> of {formatMoney(fees.sitterFee, currency)}</>}.
        </>
      )}
    </p>
  )
}
