import { useState } from 'react'
import { reasonsFor, type ReportReason, type ReportSubject } from '#contract/care/codes.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { reasonNames } from '#web/reports/report-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

export type Reported = { kind: ReportSubject; id: string; /** "this review", "Inês C." */ name: string }

/**
 * Sends a report to the operators. The reported content is stored as it is now, and its author does not learn who
 * reported it.
 */
export default function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const { kind, id, name } = reported
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()

  async function send() {
    if (!reason) return refuse([{ name: 'reason', message: 'Choose what is wrong' }])
    if (reason === 'other' && !words.trim())
      return refuse([{ name: 'words', message: 'Say in a sentence what is wrong' }])
    const body = { subjectKind: kind, subjectId: id, reason, words: words.trim() || null }
    if (!(await run(() => api('POST /v1/reports', { body })))) return undefined
    onClose()
    const toast = await loadToast()
    toast.success('Thank you. We look at it, and you see the outcome under “Your reports”.')
    return undefined
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Report ${name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" pending={pending && 'Sending…'} onClick={() => void send()}>
            Send the report
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} />
        <RadioGroup
          label="What is wrong?"
          name="reason"
          value={reason}
          error={errorFor('reason')}
          onChange={(value) => setReason(reasonsFor[kind].find((code) => code === value))}
          options={reasonsFor[kind].map((code) => ({ value: code, ...reasonNames[code] }))}
        />
        <TextArea
          label="What should we know?"
          name="words"
          optional={reason !== 'other'}
          hint="Only we read it. We do not tell anyone who reported."
          rows={3}
          maxLength={2000}
          value={words}
          error={errorFor('words')}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
