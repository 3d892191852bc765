import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { FileKind } from '#contract/files/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { File } from '#server/kernel/db/schema.ts'

export type FileRow = Selectable<File>

export const insertFile = (tx: Tx, row: Insertable<File>): Promise<FileRow> =>
  tx.insertInto('file').values(row).returningAll().executeTakeFirstOrThrow()

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('file').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()

export const findOwnFile = (db: Db, id: string, accountId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()

export const saveFile = (tx: Tx, id: string, change: Updateable<File>): Promise<FileRow> =>
  tx.updateTable('file').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Counts the files of one person that belong to no subject yet. */
export async function countUnattached(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('file')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('subject_id', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Locks files of one person, including removed ones. */
export const lockFiles = (tx: Tx, ids: readonly string[], accountId: string): Promise<FileRow[]> =>
  tx
    .selectFrom('file')
    .selectAll()
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute()

export const findOfSubjects = (db: Db, kind: FileKind, subjectIds: readonly string[]): Promise<FileRow[]> =>
  db
    .selectFrom('file')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findFiles = (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  db.selectFrom('file').selectAll().where('id', 'in', ids).where('removed_at', 'is', null).execute()

export const removeOfSubjects = (
  tx: Tx,
  kind: FileKind,
  subjectIds: readonly string[],
  at: Date,
  exceptIds: readonly string[] = [],
) =>
  tx
    .updateTable('file')
    .set({ removed_at: at })
    .where('kind', '=', kind)
    .where('subject_id', 'in', subjectIds)
    .where('removed_at', 'is', null)
    .$if(exceptIds.length > 0, (query) => query.where('id', 'not in', exceptIds))
    .execute()

/**
 * Finds a picture that is public to everybody who knows its address: of a sitter, of a person, of a published review,
 * of a published sitter's own pet, or of the look of the site. Hidden or removed ones are not found.
 */
export async function findPublicPicture(db: Db, hash: string): Promise<{ widths: number[] } | undefined> {
  const { rows } = await sql<{ widths: number[] }>`
    select file.widths from file
    where file.hash = ${hash} and file.removed_at is null and case file.kind
      when 'sitter' then exists (select 1 from sitter where sitter.id = file.subject_id)
      when 'review' then exists (
        select 1 from review where review.id = file.subject_id and review.published_at is not null
          and review.removed_at is null)
      when 'account' then exists (select 1 from account where account.id = file.subject_id and account.erased_at is null)
      when 'look' then file.subject_id is not null
      when 'pet' then exists (
        select 1 from pet join sitter on sitter.account_id = pet.owner_id
        where pet.id = file.subject_id and pet.archived_at is null and sitter.status = 'published')
      else false end`.execute(db)
  return rows[0]
}

/** Finds the sitter profile of an account, on which the photo of the account is shown. */
export const findSitterOf = (db: Db, accountId: string) =>
  db.selectFrom('sitter').select('id').where('account_id', '=', accountId).executeTakeFirst()

/** Finds rows whose bytes may be deleted: removed, refused, or never attached to a subject. */
export const findSweepable = (
  db: Db,
  { removedBefore, looseBefore, limit }: { removedBefore: Date; looseBefore: Date; limit: number },
): Promise<Pick<FileRow, 'id' | 'hash' | 'parts' | 'widths' | 'type'>[]> =>
  db
    .selectFrom('file')
    .select(['id', 'hash', 'parts', 'widths', 'type'])
    .where(({ eb, or, and }) =>
      or([
        eb('removed_at', '<', removedBefore),
        and([eb('subject_id', 'is', null), eb('created_at', '<', looseBefore)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Deletes the row; false if the file has been put to use meanwhile. */
export async function deleteSweepable(
  tx: Tx,
  id: string,
  { removedBefore, looseBefore }: { removedBefore: Date; looseBefore: Date },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('file')
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([
        eb('removed_at', '<', removedBefore),
        and([eb('subject_id', 'is', null), eb('created_at', '<', looseBefore)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of these hashes and unfinished uploads have a row. */
export async function findKnown(
  db: Db,
  { hashes, incoming }: { hashes: readonly string[]; incoming: readonly string[] },
): Promise<Set<string>> {
  const storedRows = hashes.length
    ? await db.selectFrom('file').select('hash').where('hash', 'in', hashes).execute()
    : []
  const uploadingRows = incoming.length
    ? await db
        .selectFrom('file')
        .select('id')
        .where('id', 'in', incoming)
        .where('state', 'in', ['receiving', 'processing'])
        .execute()
    : []
  return new Set([...storedRows.map(({ hash }) => hash!), ...uploadingRows.map(({ id }) => id)])
}

/**
 * Marks all files of an account as removed long ago, so that the next sweep deletes them, whatever their state. Pictures
 * of the look of the site stay: they are the operator's, whoever has uploaded them.
 */
export const removeAllOf = (tx: Tx, accountId: string) =>
  tx
    .updateTable('file')
    .set({ name: '', alt: '', blur: null, subject_id: null, removed_at: new Date(0) })
    .where('account_id', '=', accountId)
    .where(({ eb, or }) => or([eb('kind', '<>', 'look'), eb('subject_id', 'is', null)]))
    .execute()
