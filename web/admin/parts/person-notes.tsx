import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffNote } from '#contract/staff/notes.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type NotesProps = { accountId: string; notes: readonly StaffNote[]; mayWrite: boolean }

/** What staff have noted about the person, and a form for a new note. */
export function PersonNotes({ accountId, notes, mayWrite }: NotesProps) {
  const [editedId, setEditedId] = useState<string | null>(null)
  return (
    <>
      {notes.length === 0 && <p className="text-ink-2">Nothing is noted about this person.</p>}
      <ul className="grid gap-4">
        {notes.map((note) => (
          <li key={note.id}>
            {note.id === editedId ? (
              <NoteForm accountId={accountId} note={note} onDone={() => setEditedId(null)} />
            ) : (
              <NoteItem accountId={accountId} note={note} onEdit={() => setEditedId(note.id)} />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && <NoteForm accountId={accountId} />}
    </>
  )
}

type ItemProps = { accountId: string; note: StaffNote; onEdit: () => void }

function NoteItem({ accountId, note, onEdit }: ItemProps) {
  const zone = useViewerZone()
  const [isDeleting, setIsDeleting] = useState(false)
  const { at, byName, editedAt, words, actions } = note
  const when = formatDatedInstant(at, zone)
  return (
    <article aria-label={`Note by ${byName}, ${when}`} className="grid gap-1">
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      <p className="text-sm text-ink-2">
        {byName}, {when}
        {editedAt && `, changed ${formatDatedInstant(editedAt, zone)}`}
      </p>
      <div className="flex flex-wrap gap-3">
        {actions.includes('edit') && <Button onClick={onEdit}>Change the note</Button>}
        {actions.includes('delete') && <Button onClick={() => setIsDeleting(true)}>Delete the note</Button>}
      </div>
      {isDeleting && <DeleteDialog accountId={accountId} note={note} onClose={() => setIsDeleting(false)} />}
    </article>
  )
}

type DialogProps = { accountId: string; note: StaffNote; onClose: () => void }

function DeleteDialog({ accountId, note: { id: noteId, words }, onClose }: DialogProps) {
  const { pending, errors, attempt, decide } = useDecision(onClose)
  const remove = () =>
    void decide(
      () => api('DELETE /v1/admin/people/:accountId/notes/:noteId', { params: { accountId, noteId } }),
      'The note is deleted',
    )
  return (
    <AlertDialog
      open
      onClose={onClose}
      title="Delete this note?"
      safeLabel="Keep it"
      confirmLabel="Delete it"
      pending={pending && 'Deleting…'}
      onConfirm={remove}
    >
      <div className="grid gap-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      </div>
    </AlertDialog>
  )
}

type FormProps = { accountId: string; note?: StaffNote; onDone?: () => void }

/** Adds a note, or changes the given one. */
function NoteForm({ accountId, note, onDone }: FormProps) {
  const fields: FieldTable<{ words: string }> = {
    words: {
      kind: 'text',
      rows: 3,
      maxLength: 4000,
      label: note ? 'Change the note' : 'New note',
      hint: 'For those who run the site. The person can read it in the copy of their data.',
      check: atLeast(1, 'Write the note'),
    },
  }
  const scope = note?.id ?? 'note'
  const { values, set, setValues } = useFields({ words: note?.words ?? '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const save = async () => {
    const faults = faultsIn(fields, values, scope)
    if (faults.length > 0) return refuse(faults)
    const body = { words: values.words.trim() }
    const saved = await run(() =>
      note
        ? api('PUT /v1/admin/people/:accountId/notes/:noteId', {
            params: { accountId, noteId: note.id },
            body,
          })
        : api('POST /v1/admin/people/:accountId/notes', { params: { accountId }, body }),
    )
    if (!saved) return
    const toast = await loadToast()
    toast.success(note ? 'The note is changed' : 'The note is added')
    await revalidate()
    if (!note) setValues({ words: '' })
    onDone?.()
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormFields {...{ fields, values, set, errorFor, scope }} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind={note ? 'primary' : 'secondary'} pending={pending && 'Saving…'}>
          {note ? 'Save the note' : 'Add the note'}
        </Button>
        {note && <Button onClick={onDone}>Leave it as it was</Button>}
      </div>
    </form>
  )
}
