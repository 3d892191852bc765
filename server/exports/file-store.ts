import { sql } from 'kysely'
import { ownBookings, section, type Subject } from '#server/exports/section-store.ts'

const seenPhotos = (subject: Subject) => sql`
  copied.kind = 'report-card' and copied.id::text in (
    select data ->> 'fileId' from care_entry where booking_id in (${ownBookings(subject)}))
  or copied.kind = 'evidence' and copied.id in (
    select unnest(photo_ids || answer_photo_ids || appeal_photo_ids) from booking_case
    where booking_id in (${ownBookings(subject)}))
  or copied.kind = 'message' and copied.subject_id in (
    select message.id from message join conversation on conversation.id = message.conversation_id
    where message.removed_at is null
      and (conversation.owner_id = ${subject.accountId}::uuid or conversation.sitter_id = ${subject.sitterId}::uuid))`

const path = sql`'files/' || copied.kind || '/' || copied.id
  || case copied.type when 'application/pdf' then '.pdf' else '.webp' end`

/** The person's own files; `othersFiles` are photos of others in their report cards, messages and cases. */
export const ownFiles = section('files', 'file', {
  about: 'Your photos and documents; `path` is where each is in this archive',
  columns: ['id', 'kind', 'name', 'type', 'alt', 'bytes', 'width', 'height', 'blur', 'hash', 'created_at'],
  computed: { path },
  whose: ({ accountId }) =>
    sql<boolean>`copied.account_id = ${accountId}::uuid and copied.state = 'ready' and copied.removed_at is null
      and copied.kind <> 'look'`,
  order: ['created_at', 'id'],
})
export const othersFiles = section('files_of_others', 'file', {
  about: 'Photos that other people added to your report cards, messages and cases',
  columns: ['id', 'kind', 'alt', 'width', 'height', 'created_at'],
  computed: { path },
  whose: (subject) => sql<boolean>`copied.account_id <> ${subject.accountId}::uuid
    and copied.state = 'ready' and copied.removed_at is null and (${seenPhotos(subject)})`,
  order: ['created_at', 'id'],
})
