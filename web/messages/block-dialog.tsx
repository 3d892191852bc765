import { firstName } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

type BlockDialogProps = { person: { accountId: string; name: string }; onClose: () => void }

export function BlockDialog({ person: { accountId, name }, onClose }: BlockDialogProps) {
  const { pending, errors, attempt, run } = useSaving()
  const first = firstName(name)
  const block = async () => {
    const isDone = await run(() => api('POST /v1/blocks', { body: { accountId } }))
    if (!isDone) return
    onClose()
    await toastWithUndo(`${first} is blocked.`, () =>
      api('DELETE /v1/blocks/:accountId', { params: { accountId } }),
    )
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Block ${first}?`}
      safeLabel="Go back"
      confirmLabel={`Block ${first}`}
      pending={pending && 'Blocking…'}
      onConfirm={() => void block()}
    >
      <div className="grid gap-3">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>
          {first} can no longer write to you, ask you for a booking or accept one, and neither can you. We do
          not tell {first} that you did this.
        </p>
        <p>
          An agreed booking goes ahead; cancel it on its page if you want it to end. You can unblock {first}{' '}
          at any time, here or in your account under “Privacy and data”.
        </p>
      </div>
    </AlertDialog>
  )
}
