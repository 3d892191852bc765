import { type FileKind, maxFilesByKind } from '#contract/files/codes.ts'
import type { Photo, StoredDocument } from '#contract/files/files.ts'
import { setPhotoUrl } from '#server/accounts/commands.ts'
import * as store from '#server/files/store.ts'
import { type PhotoSigning, viewDocument, viewPhoto } from '#server/files/view.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import type { Db, InTx } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

type Attachment = { fileIds: readonly string[]; kind: FileKind; subjectId: string }

/** Appends these files to those of the subject. The caller must have checked that the viewer may change the subject. */
export async function attachFiles(
  deps: InTx<Pick<Deps, 'now'>>,
  viewer: Pick<Viewer, 'accountId'>,
  { fileIds, kind, subjectId }: Attachment,
): Promise<void> {
  if (fileIds.length === 0) return
  const before = await store.findOfSubjects(deps.db, kind, [subjectId])
  const known = new Set(before.map(({ id }) => id))
  const added = fileIds.filter((id) => !known.has(id))
  refuseTooMany(kind, before.length + added.length)
  await assignFiles(deps, viewer, { fileIds: added, kind, subjectId }, before.length)
}

/**
 * Makes the subject show exactly these files in this order; files that it showed before and that are not listed are
 * removed.
 */
export async function arrangeFiles(
  deps: InTx<Pick<Deps, 'now'>>,
  viewer: Viewer,
  { fileIds, kind, subjectId }: Attachment,
): Promise<void> {
  refuseTooMany(kind, fileIds.length)
  await store.removeOfSubjects(deps.db, kind, [subjectId], deps.now(), fileIds)
  await assignFiles(deps, viewer, { fileIds, kind, subjectId }, 0)
}

async function assignFiles(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  { accountId }: Pick<Viewer, 'accountId'>,
  { fileIds, kind, subjectId }: Attachment,
  from: number,
): Promise<void> {
  if (fileIds.length === 0) return
  const rows = new Map((await store.lockFiles(db, fileIds, accountId)).map((row) => [row.id, row]))
  for (const [index, id] of fileIds.entries()) {
    const row = rows.get(id)
    if (row?.kind !== kind || !mayBelongTo(row, subjectId)) throw new Problem('file-not-found')
    if (row.state !== 'ready')
      throw new Problem('file-not-ready', { detail: 'Wait until the photo is uploaded, then try again.' })
    await store.saveFile(db, id, {
      subject_id: subjectId,
      position: from + index,
      attached_at: row.attached_at ?? now(),
      removed_at: null,
    })
  }
}

/** A file removed from this subject can be restored while it still exists. */
const mayBelongTo = (
  { subject_id: currentId, removed_at: removedAt }: Pick<store.FileRow, 'subject_id' | 'removed_at'>,
  subjectId: string,
): boolean => currentId === subjectId || (currentId === null && removedAt === null)

function refuseTooMany(kind: FileKind, count: number): void {
  if (count > maxFilesByKind[kind])
    throw new Problem('files-too-many', {
      detail: `Choose at most ${maxFilesByKind[kind]}.`,
      most: maxFilesByKind[kind],
    })
}

export type PhotosOf = (subjectId: string) => Photo[]

const publicly = 'publicly'

/**
 * Returns the pictures of these subjects, in order. Their addresses expire after one to two hours and are for
 * authorised viewers; with `publicly` they do not expire and work for everybody while the subject is public.
 */
export async function photosOf(
  deps: Pick<Deps, 'now' | 'site'> & { db: Db },
  kind: FileKind,
  subjectIds: readonly string[],
  audience: typeof publicly | 'privately' = 'privately',
): Promise<PhotosOf> {
  if (subjectIds.length === 0) return () => []
  const rows = await store.findOfSubjects(deps.db, kind, subjectIds)
  const signing: PhotoSigning = audience === publicly ? null : { secret: deps.site.secret, now: deps.now() }
  const bySubject = Map.groupBy(rows, ({ subject_id }) => subject_id!)
  return (subjectId) => (bySubject.get(subjectId) ?? []).flatMap((row) => viewPhoto(row, signing) ?? [])
}

/** Returns pictures by their ids, if they still exist, for viewers who may see them. */
export async function photosNamed(
  { db, site, now }: Pick<Deps, 'now' | 'site'> & { db: Db },
  ids: readonly string[],
): Promise<Map<string, Photo>> {
  if (ids.length === 0) return new Map()
  const signing: PhotoSigning = { secret: site.secret, now: now() }
  const photos = (await store.findFiles(db, ids)).flatMap((row) => viewPhoto(row, signing) ?? [])
  return new Map(photos.map((photo) => [photo.id, photo]))
}

export type NamedPhoto = Photo & { name: string }

/** Returns pictures of the look of the site by their ids, each with the name of its file; their addresses do not expire. */
export async function picturesOfLook(db: Db, ids: readonly string[]): Promise<Map<string, NamedPhoto>> {
  if (ids.length === 0) return new Map()
  const rows = (await store.findFiles(db, ids)).filter(({ kind }) => kind === 'look')
  const photos = rows.flatMap((row) => {
    const photo = viewPhoto(row, null)
    return photo ? [{ ...photo, name: row.name }] : []
  })
  return new Map(photos.map((photo) => [photo.id, photo]))
}

/** Returns the documents of these subjects, for viewers who may read them. */
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

/** Removes the files of these subjects; their bytes are deleted within a day. */
export const removeFilesOf = async (
  { db, now }: InTx<Pick<Deps, 'now'>>,
  kind: FileKind,
  subjectIds: readonly string[],
): Promise<void> => {
  if (subjectIds.length > 0) await store.removeOfSubjects(db, kind, subjectIds, now())
}

/** Removes a single picture, wherever it is shown. */
export async function removeFile(
  { db, now, enqueue }: InTx<Pick<Deps, 'now' | 'enqueue'>>,
  fileId: string,
): Promise<void> {
  const file = await store.findFile(db, fileId)
  // Detached from its subject, so that it cannot be restored.
  await store.saveFile(db, fileId, { removed_at: now(), subject_id: null })
  if (file?.kind === 'sitter' && file.subject_id)
    await enqueue(db, 'sitters.refresh-photo', { sitterId: file.subject_id })
  if (file?.kind === 'account' && file.subject_id) await changePhotoUrl({ db, now }, file.subject_id, null)
}

/**
 * Stores the address that the account gives to its owner, and drops cached pages with the sitter's face. Everybody else
 * gets the photo from the view `face`.
 */
export async function changePhotoUrl(
  { db, now }: InTx<Pick<Deps, 'now'>>,
  accountId: string,
  photoUrl: string | null,
): Promise<void> {
  await setPhotoUrl({ db, now }, accountId, photoUrl)
  const sitter = await store.findSitterOf(db, accountId)
  if (sitter) await announce(db, 'sitter', sitter.id)
}
