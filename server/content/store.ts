import { sql } from 'kysely'
import type { ContentChange, ContentKind } from '#contract/staff/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

export type TextKey = { kind: ContentKind; slug: string }

export type VersionRow = TextKey & {
  version: number
  change: ContentChange
  fields: unknown
  body: string | null
  in_substance: boolean
  publish_at: Date
  withdrawn_at: Date | null
  created_at: Date
  reason: string
  /** Null for a version that a release has published. */
  by: string | null
}

export type DraftRow = TextKey & {
  revision: number
  fields: unknown
  body: string
  saved_at: Date
  by: string
}

const versions = (db: Db) =>
  db
    .selectFrom('content_version')
    .leftJoin('account', 'account.id', 'content_version.account_id')
    .select([
      'kind',
      'slug',
      'content_version.version',
      'change',
      'fields',
      'body',
      'in_substance',
      'publish_at',
      'withdrawn_at',
      'content_version.created_at',
      'reason',
      'account.name as by',
    ])

/** Finds what is shown at this moment, one version of each text at most. */
export const findShown = (db: Db, at: Date): Promise<VersionRow[]> =>
  versions(db)
    .distinctOn(['kind', 'slug'])
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '<=', at)
    .orderBy('kind')
    .orderBy('slug')
    .orderBy('publish_at', 'desc')
    .orderBy('content_version.version', 'desc')
    .execute()

/** Finds what will be shown after this moment, the next first. */
export const findPlanned = (db: Db, at: Date): Promise<VersionRow[]> =>
  versions(db)
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '>', at)
    .orderBy('publish_at')
    .orderBy('content_version.version')
    .execute()

/** Finds all versions of a text that have been shown, the last first. */
export const findShownOf = (db: Db, { kind, slug }: TextKey, at: Date): Promise<VersionRow[]> =>
  versions(db)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '<=', at)
    .orderBy('publish_at', 'desc')
    .orderBy('content_version.version', 'desc')
    .execute()

/** Finds versions of a text before the given one, newest first. */
export const findVersions = (
  db: Db,
  { kind, slug }: TextKey,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> =>
  versions(db)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .$if(before !== undefined, (query) => query.where('content_version.version', '<', before!))
    .orderBy('content_version.version', 'desc')
    .limit(limit)
    .execute()

export const findVersion = (
  db: Db,
  { kind, slug }: TextKey,
  version: number,
): Promise<VersionRow | undefined> =>
  versions(db)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('content_version.version', '=', version)
    .executeTakeFirst()

/** Serialises publications until the transaction ends; reads are not blocked. */
export const lockVersions = (tx: Tx) =>
  sql`lock table content_version in share row exclusive mode`.execute(tx)

export type NewVersion = TextKey & {
  version: number
  change: ContentChange
  /** The words of a version with a text of its own. */
  written: { fields: object; body: string } | null
  inSubstance: boolean
  publishAt: Date
  reason: string
  /** Null for what a release publishes. */
  accountId: string | null
  at: Date
}

export async function insertVersion(tx: Tx, row: NewVersion): Promise<void> {
  const { kind, slug, version, change, written, inSubstance, publishAt, reason, accountId, at } = row
  await tx
    .insertInto('content_version')
    .values({
      kind,
      slug,
      version,
      change,
      fields: written && JSON.stringify(written.fields),
      body: written && written.body,
      in_substance: inSubstance,
      publish_at: publishAt,
      reason,
      account_id: accountId,
      created_at: at,
    })
    .execute()
}

/** Takes back a planned version; returns false if there is none with this number. */
export async function withdrawVersion(
  tx: Tx,
  { kind, slug }: TextKey,
  { version, at }: { version: number; at: Date },
): Promise<boolean> {
  const updated = await tx
    .updateTable('content_version')
    .set({ withdrawn_at: at })
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('version', '=', version)
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '>', at)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

const drafts = (db: Db) =>
  db
    .selectFrom('content_draft')
    .innerJoin('account', 'account.id', 'content_draft.account_id')
    .select(['kind', 'slug', 'revision', 'fields', 'body', 'saved_at', 'account.name as by'])

export const findDrafts = (db: Db): Promise<DraftRow[]> =>
  drafts(db).orderBy('kind').orderBy('slug').execute()

export const findDraft = (db: Db, { kind, slug }: TextKey): Promise<DraftRow | undefined> =>
  drafts(db).where('kind', '=', kind).where('slug', '=', slug).executeTakeFirst()

type Saved = { fields: object; body: string; accountId: string; at: Date }

/** Returns the revision; undefined if there is a draft already. */
export const insertDraft = (
  db: Db,
  { kind, slug }: TextKey,
  { fields, body, accountId, at }: Saved,
): Promise<{ revision: number } | undefined> =>
  db
    .insertInto('content_draft')
    .values({ kind, slug, fields: JSON.stringify(fields), body, account_id: accountId, saved_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'slug']).doNothing())
    .returning('revision')
    .executeTakeFirst()

/** Returns the new revision; undefined if the draft has another revision by now. */
export async function updateDraft(
  db: Db,
  { kind, slug }: TextKey,
  { revision, fields, body, accountId, at }: Saved & { revision: number },
): Promise<{ revision: number } | undefined> {
  const { rows } = await sql<{ revision: number }>`
    update content_draft set revision = default, fields = ${JSON.stringify(fields)}::jsonb, body = ${body},
      account_id = ${accountId}, saved_at = ${at}
    where kind = ${kind} and slug = ${slug} and revision = ${revision}
    returning revision`.execute(db)
  return rows[0]
}

/** Returns false if there is no draft with this revision. */
export async function deleteDraft(db: Db, { kind, slug }: TextKey, revision: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('content_draft')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** A shipped legal text, and the day on which it was last changed in substance. */
export type ShippedEdition = { slug: string; changedOn: string }

export const findShippedEditions = async (db: Db): Promise<ShippedEdition[]> =>
  (await db.selectFrom('shipped_legal_text').select(['slug', 'changed_on']).execute()).map(
    ({ slug, changed_on: changedOn }) => ({ slug, changedOn }),
  )

/** Returns false if another process has stored it. */
export async function insertShippedEdition(
  tx: Tx,
  { slug, changedOn }: ShippedEdition,
  at: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('shipped_legal_text')
    .values({ slug, changed_on: changedOn, started_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
