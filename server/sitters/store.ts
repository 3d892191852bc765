import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Service } from '#contract/codes.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { DB } from '#server/kernel/db/schema.ts'

/** Selects a profile with its town. */
export const sitterWithPlace = (db: Db) =>
  db
    .selectFrom('sitter')
    .leftJoin('place', 'place.id', 'sitter.place_id')
    .selectAll('sitter')
    .select(['place.name as place_name', 'place.region as place_region'])
    .modifyFront(frequent)

export type SitterRow = Awaited<ReturnType<ReturnType<typeof sitterWithPlace>['executeTakeFirstOrThrow']>>
export type ServiceRow = Selectable<DB['sitter_service']>

export const findSitter = (db: Db, id: string): Promise<SitterRow | undefined> =>
  sitterWithPlace(db).where('sitter.id', '=', id).executeTakeFirst()

export const findSitterOfAccount = (db: Db, accountId: string): Promise<SitterRow | undefined> =>
  sitterWithPlace(db).where('sitter.account_id', '=', accountId).executeTakeFirst()

/** Finds a sitter only if this viewer may see it: published, their own, or one they have booked. */
export const findVisibleSitter = (
  db: Db,
  id: string,
  accountId: string | null,
): Promise<SitterRow | undefined> =>
  sitterWithPlace(db)
    .where('sitter.id', '=', id)
    .where((where) =>
      where.or([
        where('sitter.status', '=', 'published'),
        where('sitter.account_id', '=', accountId),
        where.exists(
          where
            .selectFrom('booking')
            .select('booking.id')
            .whereRef('booking.sitter_id', '=', 'sitter.id')
            .where('booking.owner_id', '=', accountId)
            .where('booking.circle', '=', false),
        ),
      ]),
    )
    .executeTakeFirst()

/**
 * Locks the row until the transaction ends, so that no other transaction books this sitter or changes the profile or
 * the calendar.
 */
export const lockSitterRow = (tx: Tx, id: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('sitter').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/**
 * Takes a shared lock, so that no other transaction changes the profile or confirms a booking; other shared locks are
 * compatible.
 */
export const lockSitterRowShared = (tx: Tx, id: string): Promise<{ id: string } | undefined> =>
  tx.selectFrom('sitter').select('id').where('id', '=', id).forShare().executeTakeFirst()

export async function lockSitterRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from sitter where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
}

/** Reads a sitter and the services in one statement, because every booking needs both. */
export async function findSitterWithServices(
  db: Db,
  id: string,
): Promise<{ row: SitterRow; services: ServiceRow[] } | undefined> {
  const found = await sitterWithPlace(db)
    .select(
      sql<ServiceRow[]>`(
        select coalesce(json_agg(offered), '[]') from sitter_service offered where offered.sitter_id = sitter.id
      )`.as('services'),
    )
    .where('sitter.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { services, ...row } = found
  return { row, services }
}

export const findFace = async (db: Db, accountId: string) =>
  (
    await db
      .selectFrom('face')
      .select('photo')
      .where('account_id', '=', accountId)
      .limit(1)
      .modifyFront(frequent)
      .executeTakeFirst()
  )?.photo ?? null

export const findServices = (db: Db, sitterId: string): Promise<ServiceRow[]> =>
  db
    .selectFrom('sitter_service')
    .selectAll()
    .where('sitter_id', '=', sitterId)
    .modifyFront(frequent)
    .execute()

/** Returns undefined if the account already has a profile. */
export const insertSitter = (tx: Tx, sitter: Insertable<DB['sitter']>): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('sitter')
    .values(sitter)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** The row must be locked. */
export const updateSitter = (tx: Tx, id: string, change: Updateable<DB['sitter']>) =>
  tx.updateTable('sitter').set(change).where('id', '=', id).execute()

/** Replaces the list of services; a service that is not in it is no longer offered. */
export async function replaceServices(
  tx: Tx,
  sitterId: string,
  services: readonly SitterService[],
): Promise<void> {
  const serviceCodes = services.map(({ service }) => service)
  await tx
    .deleteFrom('sitter_service')
    .where('sitter_id', '=', sitterId)
    .$if(serviceCodes.length > 0, (rows) => rows.where('service', 'not in', serviceCodes))
    .execute()
  if (services.length === 0) return
  await tx
    .insertInto('sitter_service')
    .values(
      services.map((service) => ({
        sitter_id: sitterId,
        service: service.service,
        active: service.active,
        rates: JSON.stringify(service.rates),
        accepts: JSON.stringify(service.accepts),
        weekday_capacity: service.weekdayCapacity,
        max_pets: service.maxPets,
        notice_hours: service.noticeHours,
        policy: service.policy,
        radius_km: service.radiusKm,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['sitter_id', 'service']).doUpdateSet(({ ref }) => ({
        active: ref('excluded.active'),
        rates: sql`excluded.rates`,
        accepts: sql`excluded.accepts`,
        weekday_capacity: ref('excluded.weekday_capacity'),
        max_pets: ref('excluded.max_pets'),
        notice_hours: ref('excluded.notice_hours'),
        policy: ref('excluded.policy'),
        radius_km: ref('excluded.radius_km'),
      })),
    )
    .execute()
}

export const findAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['name', 'time_zone', 'erased_at'])
    .where('id', '=', accountId)
    .executeTakeFirst()

export type LateCancellationRow = {
  service: Service
  cancelled_at: Date
  starts_at: Date
  missed: boolean
  reply: string | null
}

/** Lists bookings that the sitter cancelled close to their start, or visits that were missed, newest first. */
export async function listLateCancellations(
  db: Db,
  sitterId: string,
  since: Date,
): Promise<LateCancellationRow[]> {
  const { rows } = await sql<LateCancellationRow>`
    select booking.service, noted.at as cancelled_at, booking.starts_at, noted.missed, booking.cancel_reply as reply
    from booking
    join booking_event event on event.booking_id = booking.id and event.payload ->> 'late' = 'true'
    cross join lateral (
      select booking.cancelled_at, false
        where event.event in ('cancel_by_sitter', 'resolve_no_show') and booking.cancelled_by = 'sitter'
      union all select (event.payload ->> 'visitAt')::timestamptz, true where event.event = 'resolve_missed'
    ) as noted (at, missed)
    where booking.sitter_id = ${sitterId} and noted.at >= ${since}
    order by noted.at desc`.execute(db)
  return rows
}

export const findDraft = (db: Db, accountId: string): Promise<Selectable<DB['sitter_draft']> | undefined> =>
  db.selectFrom('sitter_draft').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** Returns undefined if a `version` is given and the draft has changed since. */
export async function saveDraft(
  tx: Tx,
  draft: { accountId: string; step: string; data: object; savedAt: Date; version: number | undefined },
): Promise<Selectable<DB['sitter_draft']> | undefined> {
  const { accountId, step, savedAt, version } = draft
  const data = JSON.stringify(draft.data)
  if (version) {
    return tx
      .updateTable('sitter_draft')
      .set({ step, data, saved_at: savedAt, version: version + 1 })
      .where('account_id', '=', accountId)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
  }
  return tx
    .insertInto('sitter_draft')
    .values({ account_id: accountId, step, data, saved_at: savedAt })
    .onConflict((conflict) =>
      version === 0
        ? conflict.column('account_id').doNothing()
        : conflict.column('account_id').doUpdateSet({
            step,
            data,
            saved_at: savedAt,
            version: sql`sitter_draft.version + 1`,
          }),
    )
    .returningAll()
    .executeTakeFirst()
}

export const deleteDraft = (tx: Tx, accountId: string) =>
  tx.deleteFrom('sitter_draft').where('account_id', '=', accountId).execute()

/**
 * Returns the median base rate per service of the published sitters within the cells and the distance; `unit_price` is
 * the base rate.
 */
export async function findMedians(
  db: Db,
  { lat, lng, cells, radiusKm }: { lat: number; lng: number; cells: readonly string[]; radiusKm: number },
): Promise<{ service: number; base: number; sitters: number }[]> {
  const { rows } = await sql<{ service: number; base: number; sitters: number }>`
    select service, count(*)::int as sitters,
      percentile_disc(0.5) within group (order by unit_price) as base
    from sitter_search
    where service in (1, 2, 3, 4, 5) and h6 = any(${cells}::bigint[])
      and 6371 * 2 * asin(least(1, sqrt(
        sin(radians(lat - ${lat}) / 2) ^ 2
        + cos(radians(${lat})) * cos(radians(lat)) * sin(radians(lng - ${lng}) / 2) ^ 2))) <= ${radiusKm}
    group by service`.execute(db)
  return rows
}

/** Returns true if the deletion of the account has been requested. */
export const isDeletionRequested = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('identity.deletions')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined
