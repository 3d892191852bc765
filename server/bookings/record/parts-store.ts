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

/** The state of the booking that an accepted change puts in force. Instants are text, because it is stored as JSON. */
export type ChangeAgreed = Omit<Plan, 'startsAt' | 'endsAt' | 'units'> & {
  startsAt: string
  endsAt: string
  /**
   * `petIds` is set for units that had begun before the pets changed, so their pets differ from those of the booking.
   */
  units: { on: string; startsAt: string; endsAt: string; minutes: number; petIds?: string[] }[]
  pets: { id: string; name: string }[]
  /** If the pets change while the booking runs: from when on. Missing in proposals made before pets could change. */
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
  /** The payment on top of the price that is still open. */
  extra: ExtraRow | null
  /** In the order in which they were opened. */
  cases: CaseRow[]
  /** Indexes of the units at which the sitter arrived, according to the report cards. */
  visited: number[]
}

/** A row as serialised in JSON, with dates as text. */
type JsonRow<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Date extends Row[Column]
      ? string | null
      : Row[Column]
}
type JsonParts = {
  id: string
  pets: PetRow[]
  units: JsonRow<UnitRow>[]
  events: JsonRow<EventRow>[]
  change: JsonRow<ChangeRow> | null
  extra: JsonRow<ExtraRow> | null
  cases: JsonRow<CaseRow>[]
  visited: number[]
}

/** Reads the parts of any number of bookings in one statement. */
export async function findParts(db: Db, ids: readonly string[]): Promise<Map<string, BookingParts>> {
  const [first, ...more] = ids
  if (first === undefined) return new Map()
  // PostgreSQL cannot estimate the length of an array parameter, so it would plan a prepared statement again each
  // time.
  const wanted = more.length === 0 ? sql`(select ${first}::uuid)` : sql`unnest(${ids}::uuid[])`
  const { rows } = await sql<JsonParts>`
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
}: Omit<JsonParts, 'id'>): BookingParts => ({
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
