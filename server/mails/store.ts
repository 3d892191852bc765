import { sql } from 'kysely'
import type { deskMailStates } from '#contract/mails/codes.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { type Order, sortedBy } from '#server/kernel/db/sorted.ts'
import { containing } from '#server/kernel/db/like.ts'

export type MailState = (typeof deskMailStates)[number]

export type DeskMailRow = {
  id: string
  state: MailState
  recipient: string
  subject: string
  kind: string
  created_at: Date
  sent_at: Date | null
  attempts: number
  tried_at: Date | null
  last_at: Date
  answer: string | null
  resent_at: Date | null
  account_id: string | null
  name: string | null
}

/** Unsent mails from before `givenUpBefore` are given up; null without a mail server, which gives up none. */
const stateOf = (givenUpBefore: Date | null) => sql`case
  when settled_at is not null then 'left'
  when refusal = 'suppressed' then 'suppressed'
  when refused_at is not null then 'given_up'
  when sent_at is not null then 'sent'
  when ${givenUpBefore}::timestamptz > coalesce(resent_at, created_at) then 'given_up'
  else 'waiting' end`

const mails = (givenUpBefore: Date | null) => sql`
  select id, ${stateOf(givenUpBefore)} as state, recipient, subject, kind, created_at, sent_at, attempts, tried_at,
    coalesce(tried_at, created_at) as last_at, answer, resent_at
  from mail`

/** The newest account with the address of a mail. */
const withPerson = sql`left join lateral (
  select account.id as account_id, account.name from account
  where lower(account.email) = lower(mail.recipient) and account.erased_at is null
  order by account.created_at desc limit 1) person on true`

export const mailOrder = sortedBy<DeskMailRow>(
  {
    createdAt: { column: 'created_at', type: 'timestamptz', of: ({ created_at: at }) => at },
    triedAt: { column: 'last_at', type: 'timestamptz', of: ({ last_at: at }) => at },
    to: { column: 'recipient', type: 'text', of: ({ recipient }) => recipient },
  },
  'id',
)

type MailQuery = {
  state: MailState
  q?: string | undefined
  order: Order<DeskMailRow>
  limit: number
}

const matching = (q: string) =>
  sql`(recipient ilike ${containing(q)} or subject ilike ${containing(q)} or kind ilike ${containing(q)})`

export async function findMails(
  db: Db,
  givenUpBefore: Date | null,
  { state, q, order, limit }: MailQuery,
): Promise<DeskMailRow[]> {
  const { rows } = await sql<DeskMailRow>`
    select mail.*, person.account_id, person.name from (
      select * from (${mails(givenUpBefore)}) mail
      where state = ${state} and ${q ? matching(q) : sql`true`} and ${order.isBehind}
      order by ${order.orderBy} limit ${limit}
    ) mail ${withPerson}
    order by ${order.orderBy}`.execute(db)
  return rows
}

export async function findMail(
  db: Db,
  givenUpBefore: Date | null,
  id: string,
): Promise<DeskMailRow | undefined> {
  const { rows } = await sql<DeskMailRow>`
    select mail.*, person.account_id, person.name from (${mails(givenUpBefore)}) mail ${withPerson}
    where mail.id = ${id}`.execute(db)
  return rows[0]
}

export async function countMails(
  db: Db,
  givenUpBefore: Date | null,
): Promise<{ state: MailState; count: number }[]> {
  const { rows } = await sql<{ state: MailState; count: number }>`
    select state, count(*)::int as count from (${mails(givenUpBefore)}) mail group by state`.execute(db)
  return rows
}

export const lockMail = (tx: Tx, id: string) =>
  sql`select id from mail where id = ${id} for update`.execute(tx)

/** Locks the oldest mails that were given up and returns their ids. */
export async function lockGivenUp(tx: Tx, givenUpBefore: Date | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mail where ${stateOf(givenUpBefore)} = 'given_up'
    order by created_at, id limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Makes these mails unsent and tried for another day. */
export const resetMails = (tx: Tx, ids: readonly string[], at: Date) =>
  tx
    .updateTable('mail')
    .set({
      sent_at: null,
      refused_at: null,
      refusal: null,
      settled_at: null,
      claimed_until: null,
      resent_at: at,
    })
    .where('id', 'in', ids)
    .execute()

export const settleMail = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('mail').set({ settled_at: at }).where('id', '=', id).execute()
