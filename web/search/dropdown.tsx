import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

type DropdownProps = {
  summary: ReactNode
  summaryClassName?: string
  /** Only one dropdown of a group is open at a time. */
  group?: string | undefined
  className?: string | undefined
  panelClassName?: string | undefined
  /** Set if it replaces a button that was pressed: it then begins open and with the focus. */
  opensAtOnce?: boolean
  onOpen?: (() => void) | undefined
  children: ReactNode
}

/** A panel below its button that also opens without JavaScript; a press outside or Escape closes it. */
export function Dropdown({
  summary,
  summaryClassName,
  group,
  className,
  panelClassName,
  opensAtOnce = false,
  onOpen,
  children,
}: DropdownProps) {
  const root = useRef<HTMLDetailsElement>(null)
  useCloseOutside(root, onOpen)
  useLayoutEffect(() => {
    if (!opensAtOnce || !root.current) return
    // Not as an attribute: an open element that is added to a group with another open one is closed.
    root.current.open = true
    root.current.querySelector('summary')?.focus({ preventScroll: true })
  }, [opensAtOnce])
  return (
    <details
      ref={root}
      name={group}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
      className={cx('dropdown', className)}
    >
      <summary className={summaryClassName}>{summary}</summary>
      <div className={cx('dropdown-panel', panelClassName)}>{children}</div>
    </details>
  )
}

/** Closes the dropdown that contains an element and returns the focus to its button. */
export function closeDropdown(inside: Element | null): void {
  const details = inside?.closest('details')
  if (!details) return
  details.open = false
  details.querySelector('summary')?.focus({ preventScroll: true })
}

/** Calendars and lists opened from a panel are rendered outside it but belong to it. */
const isElsewhere = (target: Element): boolean =>
  target.closest('[role=dialog], [role=listbox], dialog, [data-trigger]') === null

function useCloseOutside(root: RefObject<HTMLDetailsElement | null>, onOpen: DropdownProps['onOpen']): void {
  useEffect(() => {
    const details = root.current
    if (!details) return
    // It may have been opened before hydration.
    if (details.open) onOpen?.()
    const press = ({ target }: PointerEvent) => {
      if (!details.open || !(target instanceof Element)) return
      if (!details.contains(target) && isElsewhere(target)) details.open = false
    }
    // If a list of suggestions is open, Escape closes that first.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return
      event.stopPropagation()
      closeDropdown(details)
    }
    document.addEventListener('pointerdown', press)
    details.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', press)
      details.removeEventListener('keydown', escape)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later openings arrive as events
  }, [root])
}
