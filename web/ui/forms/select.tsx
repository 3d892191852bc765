import type { ComponentProps } from 'react'
import { Field, type FieldText } from '#web/ui/forms/field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = FieldText &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    options: readonly (Option | { group: string; options: readonly Option[] })[]
    /** Text of a first option with an empty value, such as "Choose a service". */
    placeholder?: string | undefined
    className?: string | undefined
  }

export function Select({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  name,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id, name }}>
      {(control) => (
        <span className="control-box arrow icon-chevron-down">
          <select {...select} {...control} name={name} className={'control control-select'}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((entry) =>
              'group' in entry ? (
                <optgroup key={entry.group} label={entry.group}>
                  {entry.options.map((option) => (
                    <OptionItem key={option.value} {...option} />
                  ))}
                </optgroup>
              ) : (
                <OptionItem key={entry.value} {...entry} />
              ),
            )}
          </select>
        </span>
      )}
    </Field>
  )
}

function OptionItem({ value, label, disabled }: Option) {
  return (
    <option value={value} disabled={disabled}>
      {label}
    </option>
  )
}
