import { sql } from 'kysely'
import type { BookingStatus, Party, Service } from '#contract/codes.ts'
import type { Db } from '#server/kernel/db/db.ts'

export type LineRow = {
  id: string
  number: string
  role: Party
  service: Service
  status: BookingStatus
  start_on: string
  end_on: string
  dates_open: boolean
  other_id: string
  other_name: string
  pet_names: string[]
}

/**
 * Selects the bookings of one account, latest days first. All words of `q` must begin a word of the other person's name
 * or of the pets' names, or the number.
 */
export async function findLines(
  db: Db,
  { accountId, q, limit }: { accountId: string; q: string | undefined; limit: number },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with own as (
      select booking.*, 'owner' as role, sitter.account_id as other_id, sitter.name as other_name
      from booking join sitter on sitter.id = booking.sitter_id
      where booking.owner_id = ${accountId}
      union all
      select booking.*, 'sitter', owner.id, owner.name
      from sitter join booking on booking.sitter_id = sitter.id join account owner on owner.id = booking.owner_id
      where sitter.account_id = ${accountId} and booking.sent_at is not null
    ), line as (
      select own.*, array(
        select pet.name from booking_pet join pet on pet.id = booking_pet.pet_id
        where booking_pet.booking_id = own.id order by pet.name, pet.id) as pet_names
      from own
    )
    select id, number, role, service, status, start_on, end_on, dates_open, other_id, other_name, pet_names
    from line
    ${
      q === undefined
        ? sql``
        : sql`where not exists (
            select from unnest(string_to_array(fold_name(${q}), ' ')) as word
            where position(' ' || word in
              ' ' || fold_name(concat_ws(' ', number, other_name, array_to_string(pet_names, ' ')))) = 0)`
    }
    order by starts_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
