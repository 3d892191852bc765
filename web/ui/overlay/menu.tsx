import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { plainLink, type RenderLink } from '#web/ui/render-link.tsx'

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

/** Returns the index to move to for a key of the ARIA menu pattern, among `count` entries; null for any other key. */
export function menuIndex(key: string, from: number, count: number) {
  const to: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: count - 1 }
  const target = to[key]
  return target === undefined ? null : (target + count) % count
}

const itemsIn = (root: HTMLElement | null) => [
  ...(root?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

export function Menu({
  trigger,
  triggerClassName,
  label,
  entries,
  align = 'end',
  renderLink = plainLink,
}: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const startAt = useRef(0)
  const id = useId()

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
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const move = (event: KeyboardEvent) => {
    const all = itemsIn(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = menuIndex(event.key, at, all.length)
    const typed = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : null
    const found =
      typed &&
      [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
        item.textContent?.trim().toLowerCase().startsWith(typed),
      )
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (next !== null) all[next]?.focus()
    else if (found) found.focus()
    if (event.key === 'Escape' || next !== null) event.preventDefault()
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
          onKeyDown={move}
          className={cx(
            'absolute top-full z-40 mt-2 grid min-w-52 animate-rise gap-0.5 rounded-card border border-line bg-card p-1.5 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
          )}
        >
          {entries.map((entry) => {
            const className = cx(entryStyle, entry.danger && 'text-rust')
            const content = (
              <>
                {entry.icon}
                {entry.label}
              </>
            )
            return 'href' in entry ? (
              <span key={entry.label} role="none">
                {renderLink({
                  href: entry.href,
                  role: 'menuitem',
                  tabIndex: -1,
                  className,
                  children: content,
                  onClick: () => setOpen(false),
                })}
              </span>
            ) : (
              <button
                key={entry.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={className}
                onClick={() => {
                  close()
                  entry.onSelect()
                }}
              >
                {content}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
