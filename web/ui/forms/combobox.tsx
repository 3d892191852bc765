import { useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, Field, type FieldText } from '#web/ui/forms/field.tsx'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

export type ComboboxItem = { id: string; label: string; detail?: string | undefined }

export type ComboboxProps = FieldText & {
  /** The text goes into the form under this name, what was chosen under `keyName`. */
  name?: string | undefined
  keyName?: string | undefined
  id?: string | undefined
  defaultText?: string | undefined
  defaultKey?: string | undefined
  placeholder?: string | undefined
  /** Suggestions for a text of at least two letters; `signal` ends when another text has been typed. */
  load: (text: string, signal: AbortSignal) => Promise<readonly ComboboxItem[]>
  onChoose?: ((item: ComboboxItem | null) => void) | undefined
  onText?: ((text: string) => void) | undefined
  /** "No town of this name". */
  emptyText?: string | undefined
  className?: string | undefined
  inputClassName?: string | undefined
}

const phone = '(max-width: 639px)'

/**
 * Brings the field of a phone to the top, where its list has room below and above the keys on the screen. Walking
 * through a list that is half out of sight would scroll the page, and a page that scrolls closes the list.
 */
export function makeRoom(field: HTMLElement): void {
  if (matchMedia(phone).matches) field.scrollIntoView({ block: 'start', behavior: 'instant' })
}

const loadRich = () => import('#web/ui/forms/combobox-rich.tsx')

/** A plain text field at first; suggestions come once somebody turns to it. The text, the focus and the caret stay. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    hint,
    error,
    optional,
    labelHidden,
    name,
    keyName,
    id,
    placeholder,
    className,
    inputClassName,
    onText,
  } = props
  const [text, setText] = useState(props.defaultText ?? '')
  const [composing, setComposing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { Rich, request } = useUpgrade(loadRich)
  const typedEarly = useRef(onText)
  // What was typed before the page came alive is in the field, but not yet in the state.
  useEffect(() => {
    const field = input.current
    if (!field || document.activeElement !== field) return
    setText(field.value)
    typedEarly.current?.(field.value)
    request()
  }, [request])
  const caret = () => (document.activeElement === input.current ? (input.current?.selectionStart ?? 0) : null)
  return (
    <Field {...{ label, hint, error, optional, labelHidden, name, id, className }}>
      {(control) =>
        Rich && !composing ? (
          <Rich {...props} control={control} startText={text} caretBefore={caret} />
        ) : (
          <>
            <input
              {...control}
              ref={input}
              type="text"
              name={name}
              value={text}
              placeholder={placeholder}
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                onText?.(event.target.value)
              }}
              onPointerEnter={request}
              onFocus={(event) => {
                request()
                makeRoom(event.currentTarget)
              }}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => setComposing(false)}
              className={cx(inputClassName ?? controlStyle)}
            />
            {keyName && (
              <input
                type="hidden"
                name={keyName}
                value={text === (props.defaultText ?? '') ? (props.defaultKey ?? '') : ''}
              />
            )}
          </>
        )
      }
    </Field>
  )
}
