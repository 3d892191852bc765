import { sql } from 'kysely'
import type { ConsentDue } from '#contract/accounts.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'

/**
 * Selects the legal texts that have changed in substance since the account in `account` was created, and to which the
 * person has not agreed since: of each text the version that is published last.
 */
export const consentsDueAt = (at: Date) => sql<ConsentDue[]>`(
  select coalesce(json_agg(json_build_object('slug', slug, 'version', version, 'title', title) order by slug), '[]')
  from (
    select distinct on (slug) slug, version, coalesce(
      fields->>'title',
      -- The shipped texts are called like their address.
      upper(left(slug, 1)) || replace(substr(slug, 2), '-', ' ')) as title
    from content_version
    where in_substance and withdrawn_at is null and publish_at <= ${at} and publish_at > account.created_at
      and not exists (
        select from consent
        where consent.account_id = account.id and consent.slug = content_version.slug
          and consent.at >= content_version.publish_at)
    order by slug, publish_at desc, version desc
  ) due)`

export async function findConsentsDue(db: Db, accountId: string, at: Date): Promise<ConsentDue[]> {
  const row = await db
    .selectFrom('account')
    .select(consentsDueAt(at).as('due'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.due ?? []
}

export async function insertConsents(
  tx: Tx,
  accountId: string,
  { consents, at }: { consents: readonly Pick<ConsentDue, 'slug' | 'version'>[]; at: Date },
): Promise<void> {
  if (consents.length === 0) return
  await tx
    .insertInto('consent')
    .values(consents.map(({ slug, version }) => ({ account_id: accountId, slug, version, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const deleteConsents = (tx: Tx, accountId: string) =>
  tx.deleteFrom('consent').where('account_id', '=', accountId).execute()
