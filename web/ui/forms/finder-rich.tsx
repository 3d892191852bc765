import { type ReactNode, useId, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { plural } from '#web/format.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

export type FinderItem = { id: string; label: string; detail?: string | undefined; icon: IconName }
export type FinderGroup<T extends FinderItem> = { title: string; items: readonly T[] }

type FinderRichProps<T extends FinderItem> = {
  label: string
  placeholder: string
  listLabel: string
  /** What typed text finds; `id` must be unique among all groups. */
  groupsFor: (text: string) => readonly FinderGroup<T>[]
  onText: (text: string) => void
  onChoose: (item: T) => void
  /** Shown instead of the list if nothing is found. */
  empty: (text: string) => ReactNode
}

/** A search field with its list always open below it. The arrow keys move in the list while the field keeps the focus. */
export default function FinderRich<T extends FinderItem>(props: FinderRichProps<T>) {
  const { label, placeholder, listLabel, groupsFor, onText, onChoose, empty } = props
  const [text, setText] = useState('')
  const listId = useId()
  const groups = groupsFor(text).filter(({ items }) => items.length > 0)
  const all = groups.flatMap(({ items }) => items)
  const type = (next: string) => {
    setText(next)
    onText(next)
  }
  const choose = (key: string | number) => {
    const item = all.find(({ id }) => id === key)
    if (item) onChoose(item)
  }
  return (
    <Autocomplete inputValue={text} onInputChange={type}>
      <TextField aria-label={label} className="relative">
        <Icon name="search" className="absolute top-4.5 left-5 size-5 text-ink-3" />
        <Input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-haspopup="listbox"
          maxLength={100}
          placeholder={placeholder}
          className="min-h-14 w-full border-b border-line bg-transparent pr-14 pl-13 text-base outline-none placeholder:text-ink-3"
        />
      </TextField>
      <output className="sr-only">{plural(all.length, 'result')}</output>
      <ListBox
        id={listId}
        aria-label={listLabel}
        selectionMode="none"
        onAction={choose}
        renderEmptyState={() => <div className="px-3 py-2.5 text-sm text-ink-2">{empty(text)}</div>}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 outline-none"
      >
        {groups.map(({ title, items }) => (
          <ListBoxSection key={title} id={title}>
            <Header className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-2">{title}</Header>
            {items.map((item) => (
              <FinderOption key={item.id} {...item} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  )
}

function FinderOption({ id, label, detail, icon }: FinderItem) {
  return (
    <ListBoxItem
      id={id}
      textValue={label}
      className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-lg px-3 py-1.5 outline-none data-focused:bg-green-soft forced-colors:data-focused:outline-2 forced-colors:data-focused:-outline-offset-2 data-hovered:bg-green-soft"
    >
      <Icon name={icon} className="size-5 text-ink-2" />
      <span className="grid">
        <span>{label}</span>
        {detail && <span className="text-sm text-ink-2">{detail}</span>}
      </span>
    </ListBoxItem>
  )
}
