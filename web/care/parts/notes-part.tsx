import { useFormDraft } from '#web/accounts/use-form-draft.ts'
import { isWaiting } from '#web/care/merge.ts'
import type { PartProps } from '#web/care/parts/part-props.ts'
import { recordEntry } from '#web/care/sync.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

/** Free-text notes. */
export function NotesPart({ bookingId, card, writable, timeZone }: PartProps) {
  const { unit, notes } = card
  const draft = useFormDraft(`note.${bookingId}.${unit}`, () => '')
  const text = draft.value.trim()
  const add = async () => {
    await recordEntry(bookingId, { kind: 'note', unit, text })
    draft.clear('')
  }
  return (
    <section aria-labelledby="notes" className="grid gap-3">
      <h3 id="notes" className="text-lg">
        Notes
      </h3>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="rounded-control bg-paper px-4 py-3">
              <p className="whitespace-pre-line">{note.text}</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
                <span className="figures">{formatInstant(note.at, timeZone)}</span>
                {isWaiting(note) && <span>waiting for the network</span>}
                {writable && (
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={`Remove the note ${note.text.slice(0, 40)}`}
                    onClick={() => void recordEntry(bookingId, { kind: 'withdraw', entryId: note.id })}
                  >
                    Remove
                  </Button>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {writable && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (text) void add()
          }}
        >
          <TextArea
            label="A note for the owner"
            rows={2}
            maxLength={2000}
            value={draft.value}
            onChange={(event) => draft.change(event.target.value)}
          />
          <Button type="submit" className="justify-self-start" disabled={text === ''}>
            Add the note
          </Button>
        </form>
      )}
    </section>
  )
}
