import { sql } from 'kysely'
import { roles as staffRoles } from '#contract/staff/codes.ts'
import type { Tx } from '#server/kernel/db/db.ts'

type Involved = {
  sitter_id: string | null
  sitter_name: string | null
  booking_ids: string[]
  conversation_ids: string[]
}

/** Finds the person's sitter profile, and the bookings and conversations in which they are one of the two parties. */
export async function findInvolvement(tx: Tx, accountId: string): Promise<Involved> {
  const { rows } = await sql<Involved>`
    select own.id as sitter_id, own.name as sitter_name,
      array(select booking.id from booking join sitter on sitter.id = booking.sitter_id
        where booking.owner_id = ${accountId} or sitter.account_id = ${accountId}) as booking_ids,
      array(select conversation.id from conversation join sitter on sitter.id = conversation.sitter_id
        where conversation.owner_id = ${accountId} or sitter.account_id = ${accountId}) as conversation_ids
    from (select) as one left join sitter own on own.account_id = ${accountId}`.execute(tx)
  return rows[0]!
}

/** Finds the e-mail addresses of everyone who had dealings with the person, and of the staff. */
export async function findRelatedAddresses(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from account where id <> ${accountId} and email <> '' and (
      roles && ${[...staffRoles]}::text[]
      or id in (
        select other.account_id from booking join sitter other on other.id = booking.sitter_id
        where booking.owner_id = ${accountId}
        union select booking.owner_id from booking join sitter own on own.id = booking.sitter_id
        where own.account_id = ${accountId}
        union select other.account_id from conversation join sitter other on other.id = conversation.sitter_id
        where conversation.owner_id = ${accountId}
        union select conversation.owner_id from conversation join sitter own on own.id = conversation.sitter_id
        where own.account_id = ${accountId}
        union select friend_id from circle_member where owner_id = ${accountId}
        union select owner_id from circle_member where friend_id = ${accountId}
        union select reporter_id from report where about_id = ${accountId}
        union select about_id from report where reporter_id = ${accountId}
        union select favourite.account_id from favourite join sitter own on own.id = favourite.sitter_id
        where own.account_id = ${accountId}
        union select invited_by from account mine where mine.id = ${accountId}
        union select guest.id from account guest where guest.invited_by = ${accountId}
        union select booking.owner_id from booking_backup
          join booking on booking.id = booking_backup.booking_id
          join sitter own on own.id = booking_backup.sitter_id where own.account_id = ${accountId}
        union select other.account_id from booking_backup
          join booking on booking.id = booking_backup.booking_id
          join sitter other on other.id = booking_backup.sitter_id where booking.owner_id = ${accountId}
      ))`.execute(tx)
  return rows.map(({ email }) => email)
}
