import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'

/** What staff note about a person, for each other. */
export const StaffNote = z.object({
  id: Id,
  at: Instant,
  byName: z.string(),
  editedAt: Instant.nullable(),
  words: z.string(),
  /** What the viewer may do with it: its author edits it, its author or an owner of the site deletes it. */
  actions: z.array(z.enum(['edit', 'delete'])),
})

const ofPerson = {
  path: '/v1/admin/people/:accountId/notes',
  access: 'people.note',
  params: z.object({ accountId: Id }),
  freshSignIn: 'required',
  // The note itself keeps its words, so that they are gone once it is deleted.
  actWithoutBody: true,
} as const

const ofNote = {
  ...ofPerson,
  path: '/v1/admin/people/:accountId/notes/:noteId',
  params: z.object({ accountId: Id, noteId: Id }),
} as const

const body = z.strictObject({ words: text(4000, 1) })

export const addNote = endpoint({
  ...ofPerson,
  method: 'POST',
  summary: 'Note something about a person; it is part of the copy of their data (staff)',
  status: 201,
  body,
  response: StaffNote,
  problems: ['account-not-found'],
})

export const editNote = endpoint({
  ...ofNote,
  method: 'PUT',
  summary: 'Change your own note about a person (staff)',
  body,
  response: StaffNote,
  problems: ['note-not-found', 'person-change-refused'],
})

export const deleteNote = endpoint({
  ...ofNote,
  method: 'DELETE',
  summary: 'Delete your own note about a person, or as an owner of the site any note (staff)',
  response: z.object({}),
  problems: ['note-not-found', 'person-change-refused'],
})

export type StaffNote = z.infer<typeof StaffNote>
