import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { frequent } from '#server/kernel/db/prepared.ts'
import type { PlaceRow } from '#server/places/store.ts'

/**
 * A town with its rank: its weight, multiplied by `exactNameFactor` for an exact match and by `homeCountryFactor` in
 * the visitor's own country.
 */
export type Suggested = PlaceRow & { rank: number; folded: string }

type SuggestQuery = { typed: string; country: string | undefined; limit: number }

export const exactNameFactor = 10
export const homeCountryFactor = 20
/** Enough to find the largest towns after alternative names and namesakes have been merged. */
const candidates = 40

/** Number of towns that share the most frequent name. */
const maxNamesakes = 100

const queryTable = (typed: string) => sql`asked as materialized (
    select words, length(words) as letters
    from (select fold_name(${typed}::text) as words) folded
    where words <> ''
  )`

const best = (limit: number) => sql`
  select place.*, found.rank, found.words as folded from (
    select place_id, words, max(weight::float8
      * case when is_whole then ${sql.lit(exactNameFactor)} else 1 end
      * case when is_home then ${sql.lit(homeCountryFactor)} else 1 end) as rank
    from hit group by 1, 2 order by 3 desc, 1 limit ${limit}
  ) found join place on place.id = found.place_id order by found.rank desc, place.id`

const byPrefixLength = (count: 1 | 2 | 3) => sql`
    (select place_id, weight, name, country from place_name
      where asked.letters = ${sql.lit(count)} and left(name, ${sql.lit(count)}) = asked.words
      order by weight desc limit ${sql.lit(candidates)})`

/** Finds towns with a name that begins with the text, the best first. */
export async function findBeginning(db: Db, { typed, country, limit }: SuggestQuery): Promise<Suggested[]> {
  const home = country ?? null
  const { rows } = await sql<Suggested>`${frequent}
    with ${queryTable(typed)},
    hit as (
      select named.place_id, named.weight, named.name = asked.words as is_whole, asked.words,
        coalesce(named.country = ${home}::text, false) as is_home
      from asked cross join lateral (
        ${byPrefixLength(1)} union all ${byPrefixLength(2)} union all ${byPrefixLength(3)} union all
        (select place_id, weight, name, country from names_beginning(
          case when asked.letters > 3 then array[asked.words] else '{}' end, ${sql.lit(candidates)})) union all
        (select place_id, weight, name, country from place_name
          where name = asked.words order by weight desc limit ${sql.lit(candidates)}) union all
        (select place_id, weight, name, country
          from names_beginning_in(${home}::text, asked.words, ${sql.lit(candidates)}))
      ) named
    ) ${best(limit)}`.execute(db)
  return rows
}

/** Finds towns whose name begins with one of these folded texts, the best first. */
export async function findCorrected(
  db: Db,
  texts: readonly string[],
  { country, limit }: Omit<SuggestQuery, 'typed'>,
): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`${frequent}
    with hit as (
      select named.place_id, named.weight, named.name = any(${texts}::text[]) as is_whole, '' as words,
        coalesce(named.country = ${country ?? null}::text, false) as is_home
      from names_beginning(${texts}::text[], 8) named
    ) ${best(limit)}`.execute(db)
  return rows
}

/**
 * Finds towns whose names resemble the text; the most similar first, and the larger among about equally similar ones.
 */
export async function findResembling(db: Db, words: string, limit: number): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`${frequent}
    select place.*, found.rank, '' as folded from (
      select place_id, max(similarity + 0.03 * ln(weight + 1))::float as rank from resembling_places(${words}::text)
      group by 1 order by 2 desc, 1 limit ${limit}
    ) found join place on place.id = found.place_id order by found.rank desc, place.id`.execute(db)
  return rows
}

/** Finds names followed by words of their region or country: "springfield illinois". */
export async function findByNameAndRegion(
  db: Db,
  words: readonly string[],
  limit: number,
): Promise<Suggested[]> {
  const splits = words.slice(1).map((_, index) => ({
    head: words.slice(0, index + 1).join(' '),
    tail: words.slice(index + 1).map((word) => `% ${word}%`),
  }))
  const { rows } = await sql<Suggested>`${frequent}
    select place.*, found.rank, '' as folded from (
      select named.place_id, max(named.weight)::float as rank
      from jsonb_to_recordset(${JSON.stringify(splits)}::jsonb) as split (head text, tail text[])
      cross join lateral (
        select place_id, weight from place_name where name = split.head order by weight desc limit ${sql.lit(maxNamesakes)}
      ) named
      cross join lateral (
        select true from place where id = named.place_id and ' ' || search_full like all (split.tail) limit 1
      ) there
      group by 1 order by 2 desc, 1 limit ${limit}
    ) found join place on place.id = found.place_id order by found.rank desc, place.id`.execute(db)
  return rows
}

export async function foldName(db: Db, typed: string): Promise<string> {
  const { rows } = await sql<{
    folded: string
  }>`${frequent} select fold_name(${typed}::text) as folded`.execute(db)
  return rows[0]!.folded
}

/** A town with published sitters, and the folded names by which it is found. */
export type SitterTown = PlaceRow & { sitters: number; names: { name: string; weight: number }[] }

/** Finds the towns in which most published sitters live. */
export async function findSitterTowns(db: Db, limit: number): Promise<SitterTown[]> {
  const { rows } = await sql<SitterTown>`
    select place.*, counted.sitters, array(
      select jsonb_build_object('name', name, 'weight', weight) from place_name where place_id = place.id
    ) as names
    from (
      select place_id, count(*)::int as sitters from sitter where status = 'published'
      group by place_id order by 2 desc, 1 limit ${limit}
    ) counted join place on place.id = counted.place_id`.execute(db)
  return rows
}

/** Returns the country of a time zone: that of its largest town. */
export async function findCountryOfZone(db: Db, timeZone: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('place')
    .select('country')
    .where('time_zone', '=', timeZone)
    .orderBy('population', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.country
}
