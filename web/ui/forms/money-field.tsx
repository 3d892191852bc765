import { type ReactNode, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, Field, type FieldText } from '#web/ui/forms/field.tsx'
import { amountText, parseAmount } from '#web/ui/forms/money-text.ts'

type MoneyFieldProps = FieldText & {
  currency: string
  /** Form field name; the form receives minor units or an empty string. */
  name?: string | undefined
  id?: string | undefined
  /** In minor units; a value other than the typed one replaces the text. */
  value?: number | null | undefined
  defaultMinor?: number | null | undefined
  /** Called with minor units, or null while the text is empty or not an amount. */
  onChange?: ((minor: number | null) => void) | undefined
  /** "a night", "a walk". */
  per?: ReactNode
  className?: string | undefined
}

type Amount = number | null | undefined

/** The text as typed, until the form sets another amount. */
function useAmountText(currency: string, value: Amount, defaultMinor: Amount) {
  const textOf = (amount: Amount) => (amount == null ? '' : amountText(amount, currency))
  const [typed, setTyped] = useState(() => textOf(value ?? defaultMinor))
  const isCurrent = value === undefined || value === parseAmount(typed, currency)
  return [isCurrent ? typed : textOf(value), setTyped] as const
}

export function MoneyField({
  currency,
  label,
  hint,
  error,
  optional,
  labelHidden,
  name,
  id,
  value,
  defaultMinor,
  onChange,
  per,
  className,
}: MoneyFieldProps) {
  const [text, setText] = useAmountText(currency, value, defaultMinor)
  const minor = parseAmount(text, currency)
  const unreadable = text.trim() !== '' && minor === null
  const [left, setLeft] = useState(false)
  const message =
    error ?? (left && unreadable ? `Enter an amount in ${currency}, such as 28 or 28.50` : undefined)
  return (
    <Field {...{ label, hint, error: message, optional, labelHidden, name, id, className }}>
      {(control) => (
        <span className="flex items-stretch">
          <span className="grid place-items-center rounded-l-control border border-r-0 border-control bg-paper px-3 text-sm font-semibold text-ink-2">
            {currency}
          </span>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              onChange?.(parseAmount(event.target.value, currency))
            }}
            onBlur={() => {
              setLeft(true)
              if (minor !== null) setText(amountText(minor, currency))
            }}
            className={cx(
              controlStyle,
              'figures min-w-0 flex-1 rounded-l-none',
              per && 'rounded-r-none border-r-0',
            )}
          />
          {per && (
            <span className="grid place-items-center rounded-r-control border border-l-0 border-control bg-card px-3 text-sm whitespace-nowrap text-ink-2">
              {per}
            </span>
          )}
          {name && <input type="hidden" name={name} value={minor ?? ''} />}
        </span>
      )}
    </Field>
  )
}
