import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'
import { menuIndex } from '#web/ui/menu-index.ts'

type MenuEntry = { label: string; icon?: ReactNode; danger?: boolean } & (
  | { href: string }
  | { onSelect: () => void }
)

type MenuProps = {
  /** The button's content; style the button with `triggerClassName` (`buttonStyle(…)`). */
  trigger: ReactNode
  triggerClassName?: string | undefined
  /** The button's accessible name if its content is only an icon. */
  label?: string | undefined
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  renderLink?: RenderLink
}

const entryStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-[0.9375rem] no-underline outline-offset-[-2px] hover:bg-green-soft focus:bg-green-soft'

const itemsIn = (root: HTMLElement | null) => [
  ...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

/** Moves the focus by an arrow key, Home or End, or to the next item that begins with the typed letter. */
function moveFocus(event: KeyboardEvent, all: HTMLElement[]) {
  const at = all.findIndex((item) => item === document.activeElement)
  const next = menuIndex(event.key, at, all.length)
  if (next !== null) {
    all[next]?.focus()
    event.preventDefault()
  } else if (event.key.length === 1 && event.key !== ' ')
    [...all.slice(at + 1), ...all.slice(0, at + 1)]
      .find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))
      ?.focus()
}

/** An open menu focuses the item at `startAt` and closes on a press outside. */
function useOpening() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const startAt = useRef(0)

  useEffect(() => {
    if (!open) return
    itemsIn(root.current).at(startAt.current)?.focus()
    const outside = (event: Event) =>
      event.target instanceof Node && !root.current?.contains(event.target) && setOpen(false)
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const show = (first: number) => {
    startAt.current = first
    setOpen(true)
  }
  return { open, setOpen, root, show }
}

export function Menu(props: MenuProps) {
  const { trigger, triggerClassName, label, entries, align = 'end', renderLink = plainLink } = props
  const { open, setOpen, root, show } = useOpening()
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false)
    else if (event.key === 'Escape') close()
    else moveFocus(event, itemsIn(root.current))
    if (event.key === 'Escape') event.preventDefault()
  }

  return (
    <div ref={root} className="relative inline-block">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        className={triggerClassName}
        onClick={() => (open ? setOpen(false) : show(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          show(event.key === 'ArrowDown' ? 0 : -1)
        }}
      >
        {trigger}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className={cx(
            'absolute top-full z-40 mt-2 grid min-w-52 animate-rise gap-0.5 rounded-card border border-line bg-card p-1.5 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {entries.map((entry) => (
            <Entry
              key={entry.label}
              {...{ entry, renderLink }}
              onFollow={() => setOpen(false)}
              onChoose={close}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type EntryProps = { entry: MenuEntry; renderLink: RenderLink; onFollow: () => void; onChoose: () => void }

function Entry({ entry, renderLink, onFollow, onChoose }: EntryProps) {
  const className = cx(entryStyle, entry.danger && 'text-rust')
  const content = (
    <>
      {entry.icon}
      {entry.label}
    </>
  )
  if ('href' in entry)
    return (
      <span role="none">
        {renderLink({
          href: entry.href,
          role: 'menuitem',
          tabIndex: -1,
          className,
          children: content,
          onClick: onFollow,
        })}
      </span>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={className}
      onClick={() => {
        onChoose()
        entry.onSelect()
      }}
    >
      {content}
    </button>
  )
}
