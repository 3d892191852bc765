import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, type FieldText } from '#web/ui/forms/field.tsx'

type NumberStepperProps = FieldText & {
  name?: string | undefined
  id?: string | undefined
  value?: number | undefined
  defaultValue?: number | undefined
  onChange?: ((value: number) => void) | undefined
  min?: number | undefined
  max?: number | undefined
  step?: number
  /** The unit counted, for the buttons' accessible names: "pet", "night". */
  unit?: string | undefined
  after?: ReactNode
  className?: string | undefined
}

export function NumberStepper(props: NumberStepperProps) {
  const { label, name, defaultValue, value, onChange, min = 0, max = 99, step = 1, unit, after } = props
  const [own, setOwn] = useState(defaultValue ?? min)
  const input = useRef<HTMLInputElement>(null)
  const current = value ?? own
  const set = (next: number) => {
    const bounded = Math.min(max, Math.max(min, Number.isNaN(next) ? min : next))
    setOwn(bounded)
    onChange?.(bounded)
  }
  const what = unit ?? (typeof label === 'string' ? label.toLowerCase() : '')
  return (
    <Field {...props}>
      {(control) => (
        <span className="flex items-center gap-2">
          <Button
            iconOnly
            aria-label={`One less ${what}`.trim()}
            disabled={current <= min}
            onClick={() => set(current - step)}
          >
            <Icon name="minus" size={18} />
          </Button>
          <input
            {...control}
            ref={input}
            name={name}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={step}
            value={current}
            onChange={(event) => set(event.target.valueAsNumber)}
            className={cx(
              'figures min-h-11 w-14 [appearance:textfield] rounded-control border border-control bg-card text-center font-semibold aria-invalid:border-2 aria-invalid:border-rust',
              '[&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none',
            )}
          />
          <Button
            iconOnly
            aria-label={`One more ${what}`.trim()}
            disabled={current >= max}
            onClick={() => set(current + step)}
          >
            <Icon name="plus" size={18} />
          </Button>
          {after && <span className="pl-1 text-ink-2">{after}</span>}
        </span>
      )}
    </Field>
  )
}
