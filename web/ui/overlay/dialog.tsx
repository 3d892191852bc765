import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useId } from 'react'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/overlay/modal.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** The row of buttons at the bottom. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
}

const widths = { small: 'max-w-sm', medium: 'max-w-lg', large: 'max-w-3xl' }
const panel =
  'max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-picture border border-line bg-card shadow-float'

export function Dialog({ open, onClose, title, children, footer, size = 'medium' }: DialogProps) {
  const id = useId()
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} className={cx(panel, widths[size])}>
      <ModalHeader id={id} title={title} onClose={onClose} />
      <div className="px-5 pb-6 sm:px-7">{children}</div>
      {footer && (
        <div className="sticky low:static bottom-0 flex flex-wrap justify-end gap-3 border-t bg-card px-5 py-4 sm:px-7">
          {footer}
        </div>
      )}
    </Modal>
  )
}

export function ModalHeader({ id, title, onClose }: { id: string; title: ReactNode; onClose: () => void }) {
  return (
    <div className="sticky low:static top-0 z-10 flex items-start justify-between gap-4 bg-card px-5 pt-5 pb-4 sm:px-7 sm:pt-6">
      <h2 id={id} className="pt-1.5 text-xl">
        {title}
      </h2>
      <button
        type="button"
        onClick={onClose}
        aria-label="Close"
        className={buttonStyle({ kind: 'quiet', iconOnly: true, className: '-mr-2' })}
      >
        <Icon name="x" size={20} />
      </button>
    </div>
  )
}

type AlertDialogProps = {
  open: boolean
  onClose: () => void
  /** Names the action's subject: "Cancel your stay with Inês?" */
  title: ReactNode
  children: ReactNode
  /** Label of the cancel button, which has the initial focus. */
  safeLabel: string
  confirmLabel: string
  onConfirm: () => void
  danger?: boolean
  pending?: string | false | undefined
  confirmDisabled?: boolean
}

/** For actions that cannot be undone. Clicking outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    safeLabel,
    confirmLabel,
    onConfirm,
    danger = true,
    pending,
    confirmDisabled,
  } = props
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      labelledBy={id}
      describedBy={`${id}-text`}
      dismissable={false}
      className={cx(panel, widths.medium)}
    >
      <div className="grid gap-4 p-5 sm:p-7">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <div id={`${id}-text`} className="text-ink-2">
          {children}
        </div>
        <div className="mt-2 flex flex-wrap justify-end gap-3 max-sm:flex-col">
          <Button data-autofocus onClick={onClose}>
            {safeLabel}
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            pending={pending}
            disabled={confirmDisabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
