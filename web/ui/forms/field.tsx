import { Icon } from '#web/ui/icon.tsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Returns the id of a field's control. The error summary links to it by the same name. */
export function fieldId(name: string) {
  return `field-${name}`
}

export const controlStyle = 'control'

export const labelStyle = 'field-label'

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  /** Hides the label visually; assistive technology still reads it. */
  labelHidden?: boolean | undefined
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = FieldText & {
  name?: string | undefined
  id?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint and error below. The child receives the ids that link the control to them. */
export function Field(props: FieldProps) {
  const { label, optional, labelHidden, name, id, className, children } = props
  const made = useId()
  const control = id ?? (name ? fieldId(name) : made)
  return (
    <div className={cx('field', className)}>
      <label htmlFor={control} className={cx(labelStyle, labelHidden && 'sr-only')}>
        {label}
        {optional && <Optional />}
      </label>
      {children({
        id: control,
        'aria-describedby': notesOf(control, props),
        'aria-invalid': props.error ? true : undefined,
      })}
      <FieldNotes {...props} id={control} />
    </div>
  )
}

type Notes = Pick<FieldText, 'hint' | 'error'>

/** Returns the ids of a control's hint and error, for its `aria-describedby`. */
export const notesOf = (id: string, { hint, error }: Notes) =>
  cx(hint && `${id}-hint`, error && `${id}-error`) || undefined

export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  )
}

export function Optional() {
  return <span className="font-normal"> (optional)</span>
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-rust">
      <Icon name="circle-exclamation-point" size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  )
}

export type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'children' | 'className'> & {
    className?: string | undefined
    /** Shown inside the control at its start or end: a currency, a unit, an icon. */
    before?: ReactNode
    after?: ReactNode
  }

export function TextField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  className,
  before,
  after,
  id,
  name,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden, className, id, name }}>
      {(control) => {
        const box = (
          <input
            type="text"
            {...input}
            {...control}
            name={name}
            className={cx(controlStyle, before && 'pl-10!', after && 'pr-14!')}
          />
        )
        if (!before && !after) return box
        return (
          <span className="control-box">
            {before && <span className="pointer-events-none absolute left-3.5 text-ink-2">{before}</span>}
            {box}
            {after && <span className="pointer-events-none absolute right-3.5 text-ink-2">{after}</span>}
          </span>
        )
      }}
    </Field>
  )
}
