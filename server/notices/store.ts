import { type Insertable, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { NoticeChannel, NoticeTopic } from '#contract/notices/kinds.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { Notice, NoticeMail } from '#server/kernel/db/schema.ts'

export type NoticeRow = Selectable<Notice>

/** Finds the recipient of notices with their choices; undefined for an erased account. */
export const findRecipient = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .leftJoin('notice_setting as setting', 'setting.account_id', 'account.id')
    .select([
      'account.name',
      'account.email',
      'account.time_zone',
      'setting.quiet_from',
      'setting.quiet_to',
      'setting.digest',
      'setting.digest_time',
      'setting.time_zone as chosen_zone',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('notice_choice as choice')
          .select(['choice.topic', 'choice.channel', 'choice.is_on'])
          .whereRef('choice.account_id', '=', 'account.id'),
      ).as('choices'),
    )
    .where('account.id', '=', accountId)
    .where('account.erased_at', 'is', null)
    .executeTakeFirst()

/** Returns undefined if a notice with the same key exists. */
export const insertNotice = (tx: Tx, row: Insertable<Notice>) =>
  tx
    .insertInto('notice')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'once_key']).doNothing())
    .returning(['id', sql<boolean>`true`.as('is_new')])
    .executeTakeFirst()

/** Updates the unread notice of the same subject, or inserts one; `is_new` says which. */
export const gatherNotice = (tx: Tx, row: Insertable<Notice> & { gather_key: string }) =>
  tx
    .insertInto('notice')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'gather_key'])
        .where('read_at', 'is', null)
        .doUpdateSet({ title: row.title, path: row.path, told_at: row.told_at }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()

export const insertHeldMail = (tx: Tx, row: Insertable<NoticeMail>) =>
  tx.insertInto('notice_mail').values(row).execute()

/** Updates the content of a held mail; does nothing if it has been sent. */
export async function renewHeldMail(tx: Tx, noticeId: string, letter: string): Promise<void> {
  await tx.updateTable('notice_mail').set({ letter }).where('notice_id', '=', noticeId).execute()
}

/** Finds accounts with due mails, longest waiting first. */
export const findDueRecipients = async (db: Db, at: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('notice_mail')
      .select('account_id')
      .where('due_at', '<=', at)
      .groupBy('account_id')
      .orderBy((eb) => eb.fn.min('due_at'))
      .limit(limit)
      .execute()
  ).map(({ account_id: id }) => id)

/** Takes the due mails of one person from the held ones, oldest first; a concurrent worker gets none of them. */
export async function takeDueMails(tx: Tx, accountId: string, at: Date) {
  const taken = await tx
    .deleteFrom('notice_mail')
    .using('notice')
    .whereRef('notice.id', '=', 'notice_mail.notice_id')
    .where('notice_mail.account_id', '=', accountId)
    .where('notice_mail.due_at', '<=', at)
    .returning([
      'notice.id',
      'notice.kind',
      'notice.title',
      'notice.path',
      'notice.told_at',
      'notice.read_at',
      'notice_mail.letter',
      'notice_mail.is_digest',
    ])
    .execute()
  return taken.toSorted((a, b) => a.told_at.getTime() - b.told_at.getTime())
}

/** Marks the notices of a subject as read. */
export const readOfSubject = (tx: Tx, accountId: string, subjectId: string, at: Date) =>
  tx
    .updateTable('notice')
    .set({ read_at: at })
    .where('account_id', '=', accountId)
    .where('subject_id', '=', subjectId)
    .where('read_at', 'is', null)
    .returning('id')
    .execute()

export const saveChoice = (
  tx: Tx,
  accountId: string,
  topic: NoticeTopic,
  channel: NoticeChannel,
  isOn: boolean,
) =>
  tx
    .insertInto('notice_choice')
    .values({ account_id: accountId, topic, channel, is_on: isOn })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'topic', 'channel']).doUpdateSet({ is_on: isOn }),
    )
    .execute()

export async function deleteDataOf(tx: Tx, accountId: string): Promise<void> {
  // Held mails and pushes are deleted by cascade.
  await tx.deleteFrom('notice').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('notice_setting').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('notice_choice').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('push_device').where('account_id', '=', accountId).execute()
}

/** Deletes old notices and returns how many, at most `limit`; held mails are deleted by cascade. */
export async function deleteOld(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('notice').select('id').where('told_at', '<', before).limit(limit)
  return (await tx.deleteFrom('notice').where('id', 'in', old).returning('id').execute()).length
}

/** Deletes all notices about these subjects, and those whose title contains one of the names. */
export const deleteAbout = (tx: Tx, subjectIds: readonly string[], names: readonly string[]) =>
  sql`
    delete from notice where subject_id = any(${[...subjectIds]}::uuid[])
      or exists (select from unnest(${[...names]}::text[]) as name where strpos(notice.title, name) > 0)`.execute(
    tx,
  )
