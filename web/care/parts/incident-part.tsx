import { useState } from 'react'
import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { recordEntry } from '#web/care/sync.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Notice } from '#web/ui/notice.tsx'

const least = 10

/** Whether something went wrong. An answer is expected each time, so that silence never counts as all well. */
export function IncidentPart({ bookingId, card, writable, timeZone }: PartProps) {
  const { unit, incident } = card
  const [writing, setWriting] = useState(false)
  const draft = useFormDraft(`incident.${bookingId}.${unit}`, () => '')
  const isWriting = writing || draft.value !== ''
  const close = () => {
    draft.clear('')
    setWriting(false)
  }
  return (
    <section aria-labelledby="incident" className="grid gap-3">
      <h3 id="incident" className="text-lg">
        Did anything go wrong?
      </h3>
      {incident && (
        <Notice kind={incident.happened ? 'warning' : 'success'}>
          <span className="figures text-sm text-ink-2">{formatInstant(incident.at, timeZone)}: </span>
          {incident.happened ? incident.words : 'Nothing went wrong.'}
        </Notice>
      )}
      {writable && !isWriting && (
        <div className="flex flex-wrap gap-3">
          {!incident && (
            <Button
              onClick={() =>
                void recordEntry(bookingId, { kind: 'incident', unit, happened: false, words: '' })
              }
            >
              No, all is well
            </Button>
          )}
          <Button kind={incident ? 'quiet' : 'secondary'} onClick={() => setWriting(true)}>
            {incident ? 'Something happened since' : 'Yes, something happened'}
          </Button>
        </div>
      )}
      {writable && isWriting && (
        <IncidentForm
          value={draft.value}
          onChange={draft.change}
          onSend={async (words) => {
            await recordEntry(bookingId, { kind: 'incident', unit, happened: true, words })
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

type IncidentFormProps = {
  value: string
  onChange: (value: string) => void
  onSend: (words: string) => Promise<void>
  onClose: () => void
}

function IncidentForm({ value, onChange, onSend, onClose }: IncidentFormProps) {
  const [error, setError] = useState<string>()
  const send = () => {
    const words = value.trim()
    if (words.length < least) setError('Say in a few words what happened')
    else void onSend(words)
  }
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        label="What happened, and what you did"
        rows={3}
        maxLength={2000}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary">
          Tell the owner
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </form>
  )
}
