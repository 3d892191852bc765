import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { fieldId } from '#web/ui/forms/field.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  className?: string | undefined
}

/** For settings that take effect at once; in a form that is submitted, use a checkbox. */
export function Switch({ label, hint, className, id, name, ...input }: SwitchProps) {
  const made = useId()
  const control = id ?? (name ? fieldId(name) : made)
  return (
    <div className={cx('flex items-start justify-between gap-6', className)}>
      <div className="grid gap-0.5">
        <label htmlFor={control} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${control}-hint`} className="text-sm text-ink-2">
            {hint}
          </p>
        )}
      </div>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has the state itself
        role="switch"
        id={control}
        name={name}
        aria-describedby={hint ? `${control}-hint` : undefined}
        className="switch"
      />
    </div>
  )
}
