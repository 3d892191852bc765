import { useEffect, useRef, useState } from 'react'
import { controlStyle, Field, type FieldText } from '#web/ui/forms/field.tsx'
import { phones } from '#web/ui/use-media.ts'
import { useUpgrade } from '#web/ui/use-upgrade.ts'

export type ComboboxItem = { id: string; label: string; detail?: string | undefined }

export type ComboboxProps = FieldText & {
  /** Form field name of the text; the chosen item's key is submitted under `keyName`. */
  name?: string | undefined
  keyName?: string | undefined
  id?: string | undefined
  defaultText?: string | undefined
  defaultKey?: string | undefined
  placeholder?: string | undefined
  /** Returns suggestions for a text of at least two letters; `signal` aborts when the text changes. */
  load: (text: string, signal: AbortSignal) => Promise<readonly ComboboxItem[]>
  onChoose?: ((item: ComboboxItem | null) => void) | undefined
  onText?: ((text: string) => void) | undefined
  /** "No such town". */
  emptyText?: string | undefined
  className?: string | undefined
  inputClassName?: string | undefined
}

/**
 * Scrolls the field to the top on phones, so that its list fits above the on-screen keyboard. Otherwise moving through
 * a partly hidden list would scroll the page under the finger.
 */
export function scrollAboveKeyboard(field: HTMLElement): void {
  if (matchMedia(phones).matches) field.scrollIntoView({ block: 'start', behavior: 'instant' })
}

const loadRich = () => import('#web/ui/forms/combobox-rich.tsx')

/**
 * Starts as a plain text field and loads the suggestions on first interaction. Text, focus and selection are kept.
 */
export function Combobox(props: ComboboxProps) {
  const { name, keyName, placeholder, inputClassName, onText } = props
  const [text, setText] = useState(props.defaultText ?? '')
  const [composing, setComposing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { Rich, request } = useUpgrade(loadRich)
  const typedEarly = useRef(onText)
  // Text typed before hydration is in the field but not in the state yet.
  useEffect(() => {
    const field = input.current
    if (!field || document.activeElement !== field) return
    setText(field.value)
    typedEarly.current?.(field.value)
    request()
  }, [request])
  const selection = (): [number, number] | null => {
    const field = input.current
    if (!field || document.activeElement !== field) return null
    return [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  }
  return (
    <Field {...props}>
      {(control) =>
        Rich && !composing ? (
          <Rich {...props} control={control} startText={text} selectionBefore={selection} />
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
                scrollAboveKeyboard(event.currentTarget)
              }}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => setComposing(false)}
              className={inputClassName ?? controlStyle}
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
