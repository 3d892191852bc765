import { type Selectable, sql } from 'kysely'
import type { Quote } from '#contract/bookings/bookings.ts'
import type { Species } from '#contract/codes.ts'
import type { Plan } from '#server/bookings/money/plan.ts'
import type { BookingTerms } from '#server/bookings/money/terms.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type UnitRow = Selectable<DB['booking_unit']>
export type EventRow = Selectable<DB['booking_event']>
export type ExtraRow = Selectable<DB['booking_extra']>
export type CaseRow = Selectable<DB['booking_case']>
export type PetRow = {
  id: string
  name: string
  species: Species
  weight_grams: number | null
  breed: string | null
  coat: string | null
}

/** What an acceptance puts in the place of what is agreed; instants are text, because it is kept as JSON. */
export type ChangeAgreed = Omit<Plan, 'startsAt' | 'endsAt' | 'units'> & {
  startsAt: string
  endsAt: string
  /** `petIds` where they are not those of the booking, because it had begun before the pets changed. */
  units: { on: string; startsAt: string; endsAt: string; minutes: number; petIds?: string[] }[]
  pets: { id: string; name: string }[]
  /** Since when the pets are others, when the booking runs; proposals from before pets could change then say nothing. */
  petsFrom?: string | null
  quote: Quote
  terms: BookingTerms
  difference: number
  kept: number
  rule: string
}
/** Only `insertChange` writes `agreed`. */
export type ChangeRow = Omit<Selectable<DB['booking_change']>, 'agreed'> & { agreed: ChangeAgreed }

export type BookingParts = {
  pets: PetRow[]
  units: UnitRow[]
  events: EventRow[]
  change: ChangeRow | null
  /** What waits to be paid on top. */
  extra: ExtraRow | null
  /** In the order in which they were opened. */
  cases: CaseRow[]
  /** The units to which the sitter came, by the report cards. */
  visited: number[]
}

/** A row as JSON carries it. */
type Carried<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Date extends Row[Column]
      ? string | null
      : Row[Column]
}
type CarriedParts = {
  id: string
  pets: PetRow[]
  units: Carried<UnitRow>[]
  events: Carried<EventRow>[]
  change: Carried<ChangeRow> | null
  extra: Carried<ExtraRow> | null
  cases: Carried<CaseRow>[]
  visited: number[]
}

/** What belongs to the bookings, in one statement however many they are. */
export async function findParts(db: Db, ids: readonly string[]): Promise<Map<string, BookingParts>> {
  const [first, ...more] = ids
  if (first === undefined) return new Map()
  // Of an array PostgreSQL does not know how long it is, and so it would plan a prepared statement anew each time.
  const wanted = more.length === 0 ? sql`(select ${first}::uuid)` : sql`unnest(${ids}::uuid[])`
  const { rows } = await sql<CarriedParts>`
    select wanted.id,
      (
        select coalesce(json_agg(json_build_object(
          'id', pet.id, 'name', pet.name, 'species', pet.species, 'weight_grams', pet.weight_grams,
          'breed', pet.details ->> 'breed', 'coat', pet.details ->> 'coat'
        ) order by pet.created_at, pet.id), '[]')
        from booking_pet part join pet on pet.id = part.pet_id where part.booking_id = wanted.id
      ) as pets,
      (
        select coalesce(json_agg(part order by part.idx), '[]')
        from booking_unit part where part.booking_id = wanted.id
      ) as units,
      (
        select coalesce(json_agg(part order by part.idx), '[]')
        from booking_event part where part.booking_id = wanted.id
      ) as events,
      (
        select to_json(part) from booking_change part
        where part.booking_id = wanted.id and part.status in ('pending', 'awaiting_payment')
      ) as change,
      (
        select to_json(part) from booking_extra part
        where part.booking_id = wanted.id and part.status = 'waiting'
      ) as extra,
      (
        select coalesce(json_agg(part order by part.opened_at, part.id), '[]')
        from booking_case part where part.booking_id = wanted.id
      ) as cases,
      (
        select coalesce(json_agg(distinct part.unit), '[]')
        from care_entry part where part.booking_id = wanted.id and part.kind = 'arrive' and not exists (
          select from care_entry undone where undone.booking_id = wanted.id and undone.kind = 'withdraw'
            and undone.data ->> 'entryId' = part.id::text
        )
      ) as visited
    from ${wanted} as wanted (id)`.execute(db)
  return new Map(rows.map(({ id, ...parts }) => [id, partsOf(parts)]))
}

const partsOf = ({
  pets,
  units,
  events,
  change,
  extra,
  cases,
  visited,
}: Omit<CarriedParts, 'id'>): BookingParts => ({
  pets,
  visited,
  units: units.map((unit) => ({
    ...unit,
    starts_at: new Date(unit.starts_at),
    ends_at: new Date(unit.ends_at),
  })),
  events: events.map((event) => ({ ...event, at: new Date(event.at) })),
  change: change && {
    ...change,
    proposed_at: new Date(change.proposed_at),
    expires_at: new Date(change.expires_at),
    ended_at: dateOf(change.ended_at),
  },
  extra: extra && {
    ...extra,
    opened_at: new Date(extra.opened_at),
    pay_by: new Date(extra.pay_by),
    unpaid_at: dateOf(extra.unpaid_at),
    reminded_at: dateOf(extra.reminded_at),
    ended_at: dateOf(extra.ended_at),
  },
  cases: cases.map((one) => ({
    ...one,
    opened_at: new Date(one.opened_at),
    answer_by: new Date(one.answer_by),
    decide_by: new Date(one.decide_by),
    answered_at: dateOf(one.answered_at),
    resolved_at: dateOf(one.resolved_at),
    appealed_at: dateOf(one.appealed_at),
    visit_at: dateOf(one.visit_at),
  })),
})

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
