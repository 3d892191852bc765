import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { FieldError, fieldId, notesOf } from '#web/ui/forms/field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

export const boxStyle = 'check-box'

export function Checkbox({ label, hint, error, className, id, name, ...input }: CheckboxProps) {
  const made = useId()
  const control = id ?? (name ? fieldId(name) : made)
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <div className="flex items-start gap-3">
        <span className="relative grid pointer-coarse:my-2.5">
          <input
            {...input}
            type="checkbox"
            id={control}
            name={name}
            aria-describedby={notesOf(control, { hint, error })}
            aria-invalid={error ? true : undefined}
            className={cx(boxStyle, 'rounded-lg')}
          />
          <svg
            viewBox="0 0 24 24"
            className="check-mark"
            fill="none"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden
          >
            <path d="M6.5 12.5l3.6 3.6 7.4-8" />
          </svg>
        </span>
        <div className="grid gap-0.5">
          <label htmlFor={control} className="cursor-pointer pointer-coarse:py-2.5">
            {label}
          </label>
          {hint && (
            <p id={`${control}-hint`} className="text-sm text-ink-2">
              {hint}
            </p>
          )}
        </div>
      </div>
      {error && <FieldError id={`${control}-error`}>{error}</FieldError>}
    </div>
  )
}
