import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

type ModalProps = {
  open: boolean
  /** Called on Escape, a click outside, or the close button. */
  onClose: () => void
  labelledBy?: string | undefined
  label?: string | undefined
  describedBy?: string | undefined
  role?: 'dialog' | 'alertdialog'
  /** Whether a click outside closes it. */
  dismissable?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * Prevents the page below from scrolling and keeps its width without the scrollbar. Returns a function that undoes
 * this.
 */
function lockScroll() {
  const { style, clientWidth } = document.documentElement
  const before = { overflow: style.overflow, paddingRight: style.paddingRight }
  const scrollbar = window.innerWidth - clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  return () => Object.assign(style, before)
}

/**
 * A native dialog, which traps focus and restores it. Initial focus goes to `[data-autofocus]`, or to the focused day
 * if that element is a calendar.
 */
export function Modal({
  open,
  onClose,
  labelledBy,
  label,
  describedBy,
  role = 'dialog',
  dismissable = true,
  className,
  children,
}: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]')
    const inside = first?.querySelector<HTMLElement>('td [tabindex="0"]') ?? first
    inside?.focus()
    const unlock = lockScroll()
    return () => {
      dialog.close()
      unlock()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== element.current) return
    event.preventDefault()
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way to press outside
    <dialog
      ref={element}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      onCancel={cancel}
      onClick={(event) => dismissable && event.target === element.current && onClose()}
      className={cx('m-auto p-0 text-ink backdrop:bg-shade open:animate-rise', className)}
    >
      {open && children}
    </dialog>
  )
}
