import { type FileKind, mostFiles } from '#contract/files/codes.ts'
import type { Photo, StoredDocument } from '#contract/files/files.ts'
import * as store from '#server/files/store.ts'
import { type Seen, viewDocument, viewPhoto } from '#server/files/view.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

type Attached = { fileIds: readonly string[]; kind: FileKind; subjectId: string }

/** Puts these files behind those that the subject shows already. Whether the viewer may write the subject is the caller's. */
export async function attachFiles(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  viewer: Pick<Viewer, 'accountId'>,
  { fileIds, kind, subjectId }: Attached,
): Promise<void> {
  if (fileIds.length === 0) return
  const before = await store.findOfSubjects(tx, kind, [subjectId])
  const known = new Set(before.map(({ id }) => id))
  const added = fileIds.filter((id) => !known.has(id))
  refuseTooMany(kind, before.length + added.length)
  await place(deps, tx, viewer, { fileIds: added, kind, subjectId }, before.length)
}

/** The subject shows exactly these files in this order; whatever it showed before and is not named is removed. */
export async function arrangeFiles(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  viewer: Viewer,
  { fileIds, kind, subjectId }: Attached,
): Promise<void> {
  refuseTooMany(kind, fileIds.length)
  await store.removeOfSubjects(tx, kind, [subjectId], deps.now(), fileIds)
  await place(deps, tx, viewer, { fileIds, kind, subjectId }, 0)
}

async function place(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  { accountId }: Pick<Viewer, 'accountId'>,
  { fileIds, kind, subjectId }: Attached,
  from: number,
): Promise<void> {
  if (fileIds.length === 0) return
  const rows = new Map((await store.lockFiles(tx, fileIds, accountId)).map((row) => [row.id, row]))
  for (const [index, id] of fileIds.entries()) {
    const row = rows.get(id)
    const isElsewhere = row?.subject_id != null && row.subject_id !== subjectId
    // What was taken out of here can be put back for as long as it is there.
    const isGone = row?.removed_at != null && row.subject_id !== subjectId
    if (row?.kind !== kind || isElsewhere || isGone) throw new Problem('file-not-found')
    if (row.state !== 'ready')
      throw new Problem('file-not-ready', { detail: 'Wait until the photo has arrived, then try again.' })
    await store.saveFile(tx, id, {
      subject_id: subjectId,
      position: from + index,
      attached_at: row.attached_at ?? now(),
      removed_at: null,
    })
  }
}

function refuseTooMany(kind: FileKind, count: number): void {
  if (count > mostFiles[kind])
    throw new Problem('files-too-many', {
      detail: `Choose at most ${mostFiles[kind]}.`,
      most: mostFiles[kind],
    })
}

export type PhotosOf = (subjectId: string) => Photo[]

const publicly = 'publicly'

/**
 * The pictures of these subjects, in order. Their addresses end after an hour or two, for those who may see them; with
 * `publicly` they last, and are found by everybody as long as the subject is public.
 */
export async function photosOf(
  deps: Pick<Deps, 'now' | 'site'> & { db: Db },
  kind: FileKind,
  subjectIds: readonly string[],
  seenBy: typeof publicly | 'privately' = 'privately',
): Promise<PhotosOf> {
  if (subjectIds.length === 0) return () => []
  const rows = await store.findOfSubjects(deps.db, kind, subjectIds)
  const seen: Seen = seenBy === publicly ? null : { secret: deps.site.secret, now: deps.now() }
  const bySubject = Map.groupBy(rows, ({ subject_id }) => subject_id!)
  return (subjectId) => (bySubject.get(subjectId) ?? []).flatMap((row) => viewPhoto(row, seen) ?? [])
}

/** Single pictures by their ids, as far as they are still there, for those who may see them. */
export async function photosNamed(
  { db, site, now }: Pick<Deps, 'now' | 'site'> & { db: Db },
  ids: readonly string[],
): Promise<Map<string, Photo>> {
  if (ids.length === 0) return new Map()
  const seen: Seen = { secret: site.secret, now: now() }
  const photos = (await store.findFiles(db, ids)).flatMap((row) => viewPhoto(row, seen) ?? [])
  return new Map(photos.map((photo) => [photo.id, photo]))
}

/** The papers of these subjects, for those who may read them. */
export async function documentsOf(
  { db, site, now }: Pick<Deps, 'now' | 'site'> & { db: Db },
  subjectIds: readonly string[],
): Promise<(subjectId: string) => StoredDocument[]> {
  if (subjectIds.length === 0) return () => []
  const rows = await store.findOfSubjects(db, 'document', subjectIds)
  const signing = { secret: site.secret, now: now() }
  return (subjectId) =>
    rows.filter(({ subject_id }) => subject_id === subjectId).map((row) => viewDocument(row, signing))
}

/** With what they are shown with, they go; their bytes follow within a day. */
export const removeFilesOf = async (
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  kind: FileKind,
  subjectIds: readonly string[],
): Promise<void> => {
  if (subjectIds.length > 0) await store.removeOfSubjects(tx, kind, subjectIds, now())
}

/** A single picture goes, wherever it is shown. */
export async function removeFile(
  { now, enqueue }: Pick<Deps, 'now' | 'enqueue'>,
  tx: Tx,
  fileId: string,
): Promise<void> {
  const file = await store.findFile(tx, fileId)
  // It belongs to nothing any more, so that nobody puts it back.
  await store.saveFile(tx, fileId, { removed_at: now(), subject_id: null })
  if (file?.kind === 'sitter' && file.subject_id)
    await enqueue(tx, 'sitters.refresh-photo', { sitterId: file.subject_id })
}
