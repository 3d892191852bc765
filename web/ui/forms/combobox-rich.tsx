import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  ComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox'
import { type ComboboxItem, type ComboboxProps, scrollAboveKeyboard } from '#web/ui/forms/combobox.tsx'
import { type ControlProps, controlStyle } from '#web/ui/forms/field.tsx'
import { minLength, type SuggestionState, useSuggestions } from '#web/ui/forms/use-suggestions.ts'

type ComboboxRichProps = ComboboxProps & {
  control: ControlProps
  startText: string
  /** Called while the plain field is still mounted: returns the start and end of its selection, or null without focus. */
  selectionBefore: () => [number, number] | null
}

const emptyTexts: Partial<Record<SuggestionState, string>> = {
  idle: 'Looking…',
  failed: 'No suggestions just now. What you typed is kept.',
}

const isTyped = ({ startText, defaultText = '' }: ComboboxRichProps) =>
  startText !== defaultText && startText.trim().length >= minLength

export default function ComboboxRich(props: ComboboxRichProps) {
  const { label, name, keyName, placeholder, emptyText = 'Nothing found', control, inputClassName } = props
  const { text, chosen, items, state, choose, type } = useEntry(props)
  const [selection] = useState(props.selectionBefore)
  const input = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => {
    if (selection === null) return
    input.current?.focus()
    input.current?.setSelectionRange(...selection)
  }, [selection])

  return (
    <ComboBox
      aria-label={typeof label === 'string' ? label : 'Search'}
      id={`${control.id}-combobox`}
      items={items}
      inputValue={text}
      onInputChange={type}
      selectedKey={chosen}
      onSelectionChange={(key) => choose(key === null ? null : String(key))}
      allowsCustomValue
      allowsEmptyCollection={text.trim().length >= minLength}
      menuTrigger="input"
      isInvalid={control['aria-invalid'] ?? false}
    >
      <Input
        ref={input}
        id={control.id}
        aria-describedby={control['aria-describedby'] ?? ''}
        placeholder={placeholder ?? ''}
        autoComplete="off"
        className={inputClassName ?? controlStyle}
        onFocus={(event) => scrollAboveKeyboard(event.currentTarget)}
      />
      <OpenForTyped when={selection !== null && isTyped(props)} />
      <Hidden name={name} value={text} />
      <Hidden name={keyName} value={chosen} />
      <Suggestions field={input} emptyText={emptyTexts[state] ?? emptyText} />
    </ComboBox>
  )
}

/** The text in the field, its suggestions, and the key of the one that was chosen. */
function useEntry({ startText, defaultText = '', defaultKey, load, onChoose, onText }: ComboboxRichProps) {
  const [text, setText] = useState(startText)
  const [chosen, setChosen] = useState(startText === defaultText ? (defaultKey ?? null) : null)
  const { items, state } = useSuggestions(text, chosen === null, load)

  const choose = (key: string | null) => {
    const item = items.find(({ id }) => id === key) ?? null
    setChosen(item?.id ?? null)
    if (item) setText(item.label)
    onChoose?.(item)
    if (item) onText?.(item.label)
  }
  const type = (next: string) => {
    if (next === text) return
    setText(next)
    setChosen(null)
    onText?.(next)
  }
  return { text, chosen, items, state, choose, type }
}

function Hidden({ name, value }: { name: string | undefined; value: string | null }) {
  return name && <input type="hidden" name={name} value={value ?? ''} />
}

type SuggestionsProps = { field: RefObject<HTMLInputElement | null>; emptyText: string }

function Suggestions({ field, emptyText }: SuggestionsProps) {
  const combobox = useContext(ComboBoxStateContext)
  return (
    <Popover
      isOpen={combobox?.isOpen ?? false}
      onOpenChange={(open) => {
        if (!open && !(isScrolling() && isInView(field.current))) combobox?.close()
      }}
      className="w-(--trigger-width) min-w-64 animate-rise overflow-auto overscroll-contain rounded-card border border-line bg-card p-1.5 shadow-float"
      offset={6}
    >
      <ListBox<ComboboxItem>
        renderEmptyState={() => <p className="px-3 py-2.5 text-sm text-ink-2">{emptyText}</p>}
      >
        {(item) => (
          <ListBoxItem
            textValue={item.label}
            className="grid min-h-11 cursor-pointer content-center rounded-lg px-3 py-1.5 outline-none data-focused:bg-green-soft forced-colors:data-focused:outline-2 forced-colors:data-focused:-outline-offset-2 data-selected:font-semibold"
          >
            <span>{item.label}</span>
            {item.detail && <span className="text-sm text-ink-2">{item.detail}</span>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

/**
 * True while the library handles a scroll event. It closes the list at every one and does not say why, although the
 * list moves with the page.
 */
const isScrolling = () => globalThis.event?.type === 'scroll'

function isInView(element: HTMLElement | null): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/**
 * Opens the list for text typed into the plain field, because the combobox itself opens only on the next keystroke.
 * Only at once: a list that opened when its suggestions arrive would open again after Escape.
 */
function OpenForTyped({ when }: { when: boolean }) {
  const combobox = useContext(ComboBoxStateContext)
  const onMount = useRef(() => when && combobox?.open(null, 'input'))
  useEffect(() => void onMount.current(), [])
  return null
}
