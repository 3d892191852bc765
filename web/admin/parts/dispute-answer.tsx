import { type FormEvent, useState } from 'react'
import type { Dispute } from '#contract/payments/disputes.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type Form = { dispute: Dispute; onMoved: (dispute: Dispute) => void }
const least = 20

const lossWords = ({ amount, currency }: Dispute) =>
  `The owner’s bank keeps ${formatMoney(amount, currency)}, and no answer can be sent after that. You then decide who covers it.`

/** Submits the single answer that the bank reads, or accepts the loss. */
export function AnswerForm({ dispute, onMoved }: Form) {
  const [evidence, setEvidence] = useState('')
  const [asking, setAsking] = useState<'answer' | 'accept' | null>(null)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { id: disputeId, version, actions } = dispute
  const name = `evidence-${disputeId}`
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (evidence.trim().length < least)
      refuse([{ name, message: 'Write what happened, and what shows it, in a few sentences' }])
    else setAsking('answer')
  }
  const send = async () => {
    await run(async () => {
      const body =
        asking === 'accept'
          ? ({ action: 'accept', version } as const)
          : ({ action: 'answer', version, evidence: evidence.trim() } as const)
      onMoved(await api('PUT /v1/admin/disputes/:disputeId', { params: { disputeId }, body }))
    })
    setAsking(null)
  }
  return (
    <form noValidate onSubmit={ask} className="grid gap-4 border-t border-line pt-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextArea
        label="Answer to the bank"
        name={name}
        hint="The bank reads one answer. Say what was agreed, what was done, and what shows it: messages, check-in and check-out, report cards."
        rows={6}
        maxLength={10_000}
        value={evidence}
        error={errorFor(name)}
        onChange={(event) => setEvidence(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary">
          Send the answer
        </Button>
        {actions.includes('accept') && <Button onClick={() => setAsking('accept')}>Give up the money</Button>}
      </div>
      {asking && (
        <AlertDialog
          open
          onClose={() => setAsking(null)}
          title={asking === 'answer' ? 'Send this answer to the bank?' : 'Give up the money?'}
          safeLabel="Go back"
          confirmLabel={asking === 'answer' ? 'Send the answer' : 'Give up the money'}
          pending={pending && 'Sending…'}
          onConfirm={() => void send()}
        >
          <p className={asking === 'answer' ? 'max-w-measure whitespace-pre-line' : undefined}>
            {asking === 'answer' ? evidence.trim() : lossWords(dispute)}
          </p>
        </AlertDialog>
      )}
    </form>
  )
}
