import type { StaffNote } from '#contract/staff/notes.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { NoteRow } from '#server/staff/note-store.ts'

/** Who wrote a note edits it; who wrote it or owns the site deletes it. */
export function noteActionsOf(
  { by_account: author }: Pick<NoteRow, 'by_account'>,
  { accountId, roles }: Pick<Viewer, 'accountId' | 'roles'>,
): StaffNote['actions'] {
  if (author === accountId) return ['edit', 'delete']
  return roles.includes('instance_owner') ? ['delete'] : []
}

export const viewNote = (row: NoteRow, viewer: Pick<Viewer, 'accountId' | 'roles'>): StaffNote => ({
  id: row.id,
  at: row.at.toISOString(),
  byName: row.by_name,
  editedAt: row.edited_at?.toISOString() ?? null,
  words: row.words,
  actions: noteActionsOf(row, viewer),
})
