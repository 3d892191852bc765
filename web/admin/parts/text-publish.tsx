import { useState } from 'react'
import type { EditedText } from '#contract/staff/content.ts'
import { reasonHint, substanceWords } from '#web/admin/parts/content-words.ts'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type Values = { reason: string; when: 'now' | 'later'; at: string; inSubstance: boolean }
type PublishProps = {
  text: EditedText
  /** Saves what is written and returns the revision; null if it could not be saved. */
  saveNow: () => Promise<number | null>
}

const fieldsFor = (isLegal: boolean): FieldTable<Values> => ({
  reason: { ...reasonField, label: 'What have you changed, and why?', hint: reasonHint },
  when: {
    label: 'When?',
    kind: 'choice',
    options: [
      { value: 'now', label: 'At once' },
      { value: 'later', label: 'At a later time' },
    ],
  },
  at: {
    label: 'Publish on',
    kind: 'line',
    type: 'datetime-local',
    hint: `In the time zone of this device, ${deviceZone()}.`,
    appliesTo: ({ when }) => when === 'later',
    check: (at) => (Number.isNaN(Date.parse(at)) ? 'Choose a day and a time' : undefined),
  },
  inSubstance: {
    ...substanceWords,
    kind: 'checkbox',
    appliesTo: () => isLegal,
  },
})

/** Publishes the draft, at once or at a later time, after asking for the reason. */
export function PublishButton({ text, saveNow }: PublishProps) {
  const [revision, setRevision] = useState<number | null>(null)
  const ask = async () => setRevision(await saveNow())
  return (
    <>
      <Button kind="primary" onClick={() => void ask()}>
        Publish…
      </Button>
      {revision !== null && (
        <PublishDialog text={text} revision={revision} onClose={() => setRevision(null)} />
      )}
    </>
  )
}

type DialogProps = { text: EditedText; revision: number; onClose: () => void }

function PublishDialog({ text: { kind, slug, version, plannedAt }, revision, onClose }: DialogProps) {
  const fields = fieldsFor(kind === 'legal')
  const { values, set } = useFields<Values>({ reason: '', when: 'now', at: '', inSubstance: false })
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const isLater = values.when === 'later'
  const publish = () => {
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const { reason, at, inSubstance } = values
    const publishAt = isLater ? { publishAt: new Date(at).toISOString() } : {}
    const body = { version, revision, reason: reason.trim(), inSubstance, ...publishAt }
    void decide(
      () => api('POST /v1/admin/content/:kind/:slug/publish', { params: { kind, slug }, body }),
      isLater ? 'The text is planned' : 'The text is published',
    )
  }
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Publish this text?"
      safeLabel="Write on"
      confirmLabel={isLater ? 'Plan it' : 'Publish it'}
      danger={false}
      pending={pending && 'Saving…'}
      onConfirm={publish}
    >
      <div className="grid gap-4 text-ink">
        <ErrorSummary errors={errors} attempt={attempt} />
        {plannedAt && (
          <p>
            Another version is planned for {formatInstant(plannedAt, deviceZone())}, and is shown from then on
            instead of this one. You can withdraw it in the list of versions.
          </p>
        )}
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
    </AlertDialog>
  )
}
