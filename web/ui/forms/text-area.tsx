import { type ComponentProps, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, Field, type FieldText } from '#web/ui/forms/field.tsx'

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'className'> & { className?: string | undefined }

/** With `maxLength`, shows the remaining characters and announces them politely near the limit. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  id,
  name,
  onChange,
  maxLength,
  rows = 4,
  ...area
}: TextAreaProps) {
  const [length, setLength] = useState(String(area.value ?? area.defaultValue ?? '').length)
  const used = typeof area.value === 'string' ? area.value.length : length
  const left = maxLength === undefined ? null : maxLength - used
  return (
    <div className={cx('grid gap-1', className)}>
      <Field {...{ label, hint, error, optional, labelHidden, id, name }}>
        {(control) => (
          <textarea
            {...area}
            {...control}
            name={name}
            rows={rows}
            maxLength={maxLength}
            onChange={(event) => {
              setLength(event.target.value.length)
              onChange?.(event)
            }}
            className={cx(controlStyle, 'field-sizing-content max-h-96 resize-y leading-normal')}
            style={{ minHeight: `${rows * 1.55 + 1.4}em` }}
          />
        )}
      </Field>
      {left !== null && (
        <p className="figures justify-self-end text-xs text-ink-2">
          <span aria-hidden>{`${used} of ${maxLength}`}</span>
          <output className="sr-only">{left <= 20 ? `${left} characters left` : ''}</output>
        </p>
      )}
    </div>
  )
}
