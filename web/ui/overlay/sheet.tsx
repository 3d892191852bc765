import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { ModalHeader } from '#web/ui/overlay/dialog.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** A bottom sheet on phones, a panel at the right edge elsewhere. */
export function Sheet({ open, onClose, title, children, footer }: SheetProps) {
  const id = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy={id}
      className={cx(
        'w-full max-w-none overflow-y-auto border-line bg-card shadow-float',
        'mb-0 max-h-[88dvh] rounded-t-picture border-t',
        'sm:mr-0 sm:mb-auto sm:h-dvh sm:max-h-none sm:max-w-md sm:rounded-none sm:border-t-0 sm:border-l',
      )}
    >
      <div className="flex min-h-full flex-col">
        <ModalHeader id={id} title={title} onClose={onClose} />
        <div className="flex-1 px-5 pb-6 sm:px-7">{children}</div>
        {footer && (
          <div className="sticky low:static bottom-0 flex flex-wrap justify-end gap-3 border-t bg-card px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7">
            {footer}
          </div>
        )}
      </div>
    </Modal>
  )
}
