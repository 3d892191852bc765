import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type DecisionProps = { sitter: Sitter; onDecided?: () => void }

/** Publishes a waiting profile or returns it with a reason, then reads the page again. */
export function Decision({ sitter, onDecided }: DecisionProps) {
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run } = useSaving()
  const { revalidate } = useRevalidator()
  const { id: sitterId, version, name } = sitter
  const decided = async (words: string) => {
    if (onDecided) onDecided()
    else await revalidate()
    const toast = await loadToast()
    toast.success(words)
  }
  const approve = async () => {
    const params = { sitterId }
    const done = await run(() =>
      api('POST /v1/admin/sitters/:sitterId/approve', { params, body: { version } }),
    )
    if (done) await decided(`The profile of ${name} is published`)
  }
  return (
    <div className="grid gap-3">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="primary"
          aria-label={`Approve ${name}`}
          pending={pending && 'Publishing…'}
          onClick={() => void approve()}
        >
          Approve
        </Button>
        <Button aria-label={`Send back ${name}`} onClick={() => setAsking(true)}>
          Send back
        </Button>
      </div>
      {asking && (
        <SendBackDialog
          sitter={sitter}
          onClose={() => setAsking(false)}
          onSent={() => void decided(`The profile of ${name} has been sent back`)}
        />
      )}
    </div>
  )
}

const sendBackFields = (name: string): FieldTable<{ reason: string }> => ({
  reason: {
    label: 'What has to change?',
    kind: 'text',
    rows: 4,
    maxLength: 1000,
    check: atLeast(10, `Tell ${name} in a sentence what has to change`),
  },
})

type DialogProps = { sitter: Sitter; onClose: () => void; onSent: () => void }

function SendBackDialog({ sitter: { id: sitterId, version, name }, onClose, onSent }: DialogProps) {
  const { values, set } = useFields({ reason: '' })
  const fields = sendBackFields(name)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const send = async () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) {
      refuse(faults)
      return
    }
    const body = { version, reason: values.reason.trim() }
    const done = await run(() =>
      api('POST /v1/admin/sitters/:sitterId/send-back', { params: { sitterId }, body }),
    )
    if (!done) return
    onClose()
    onSent()
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Send the profile of ${name} back?`}
      safeLabel="Keep reading"
      confirmLabel="Send it back"
      danger={false}
      pending={pending && 'Sending…'}
      onConfirm={() => void send()}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>It becomes a draft again, and nothing in it is lost. We send {name} your reason by e-mail.</p>
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
