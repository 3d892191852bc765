import { type ReactNode, useState } from 'react'
import { useSaving } from '#web/accounts/use-saving.ts'
import type { BookingInUse, BookingStep } from '#web/bookings/life/use-booking.ts'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type ActionDialogProps = {
  move: BookingInUse['move']
  onClose: () => void
  title: ReactNode
  safeLabel: string
  confirmLabel: string
  pendingLabel: string
  danger?: boolean
  /** Returns the step to send, or the form's errors. */
  stepOf: () => BookingStep | FormError[]
  children: (errorFor: (name: string) => string | undefined) => ReactNode
}

/** Asks for confirmation before a booking step is sent. Stays open with its input until the step succeeds. */
export function ActionDialog({
  move,
  onClose,
  stepOf,
  pendingLabel,
  danger = false,
  children,
  ...words
}: ActionDialogProps) {
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const [changed, setChanged] = useState(false)
  const confirm = async () => {
    const step = stepOf()
    if (Array.isArray(step)) {
      refuse(step)
      return
    }
    let outcome: Awaited<ReturnType<typeof move>> | undefined
    const sent = await run(async () => {
      outcome = await move(step)
    })
    setChanged(outcome === 'refund-changed')
    if (sent && outcome !== 'refund-changed') onClose()
  }
  return (
    <AlertDialog
      {...words}
      open
      onClose={onClose}
      danger={danger}
      pending={pending && pendingLabel}
      onConfirm={() => void confirm()}
    >
      <div className="grid gap-4 text-ink">
        {changed && (
          <Notice kind="warning" title="The refund has changed" announced>
            Nothing was sent. The new amount is below; confirm again if you agree with it.
          </Notice>
        )}
        <ErrorSummary errors={errors} attempt={attempt} />
        {children(errorFor)}
      </div>
    </AlertDialog>
  )
}
