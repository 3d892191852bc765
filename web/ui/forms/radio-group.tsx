import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { boxStyle } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'

export type RadioOption<Value extends string = string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  /** Shown above the label of a tile. */
  picture?: ReactNode
  disabled?: boolean
}

type RadioGroupProps<Value extends string> = {
  label: ReactNode
  name: string
  options: readonly RadioOption<Value>[]
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: Value) => void) | undefined
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  required?: boolean | undefined
  /** `cards` frames each option; `row` puts short options side by side; `tiles` shows a picture for each. */
  variant?: 'list' | 'row' | 'cards' | 'tiles' | undefined
  className?: string | undefined
}

const groupStyles = {
  list: 'grid gap-1',
  row: 'flex flex-wrap gap-x-6 gap-y-1',
  cards: 'grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]',
  tiles: 'grid grid-cols-4 gap-2 sm:grid-cols-8',
}

const frame =
  'rounded-control border border-line bg-card transition-colors hover:border-control has-checked:border-green has-checked:bg-green-soft has-checked:shadow-[inset_0_0_0_1px_var(--green)]'
const optionStyles = {
  list: 'flex items-start gap-3 py-2 pointer-coarse:py-2.5',
  row: 'flex items-start gap-3 py-2 pointer-coarse:py-2.5',
  cards: `flex items-start gap-3 p-4 ${frame}`,
  tiles: `radio-tile relative grid min-h-11 content-start justify-items-center gap-1.5 p-2 text-center text-sm leading-tight ${frame} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green`,
}
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, options, value, defaultValue, onChange, required, variant = 'list' } = props
  const group = useId()
  return (
    <FieldGroup {...props} role="radiogroup">
      <div className={groupStyles[variant]}>
        {options.map((option, index) => {
          const id = `${group}-${index}`
          return (
            <label
              key={option.value}
              htmlFor={id}
              className={cx(
                'cursor-pointer has-disabled:cursor-not-allowed has-disabled:text-ink-3',
                optionStyles[variant],
              )}
            >
              {option.picture}
              <input
                type="radio"
                id={id}
                name={name}
                value={option.value}
                required={required}
                disabled={option.disabled}
                aria-describedby={option.hint ? `${id}-hint` : undefined}
                aria-labelledby={`${id}-label`}
                className={
                  variant === 'tiles'
                    ? 'absolute inset-0 size-full cursor-pointer opacity-0'
                    : cx(boxStyle, 'radio-dot')
                }
                {...(value === undefined
                  ? { defaultChecked: option.value === defaultValue }
                  : { checked: option.value === value })}
                onChange={() => onChange?.(option.value)}
              />
              <span className="grid gap-0.5">
                <span id={`${id}-label`} className={variant === 'cards' ? 'font-semibold' : undefined}>
                  {option.label}
                </span>
                {option.hint && (
                  <span id={`${id}-hint`} className="text-sm text-ink-2">
                    {option.hint}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
    </FieldGroup>
  )
}
