import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { sql } from 'kysely'
import type { Clock } from '#server/kernel/clock.ts'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import { type Needs, type Position, readPosition } from '#server/kernel/db/freshness.ts'
import { frequent } from '#server/kernel/db/prepared.ts'

/** Read-your-own-writes while replicas answer reads (decision 42). */
export type OwnWrites = {
  /** Called after each write of a signed-in person, before the response; returns the cookie for it. */
  record: (uid: string) => Promise<string>
  /** Returns the writes that a read of this person must see, from any device. */
  needsOf: (uid: string, cookie: string | undefined) => Promise<Needs>
  /** Returns the writes that a read from this browser must see, signed in or not. */
  needsOfBrowser: (cookie: string | undefined) => Needs
}

type Options = {
  /** The primary. */
  db: Db
  now: Clock
  secret: string
  isSecure: boolean
  /** Maximum lag of a replica that answers reads. */
  maxLagMs: number
  /** Start time of the primary whose earlier data all replicas in use have. */
  startedAt: () => string | undefined
}

const cookieName = 'sitwell.wrote'
/** Log position, seconds since 1970, and signature. */
const valuePattern = /^([0-9a-f]{1,16})\.(\d{1,12})\.([\w-]{43})$/
/** Added to the lag because clocks of servers may differ. */
const clockToleranceSeconds = 30
/** A position beyond that of any replica. */
const unreachablePosition: Position = 2n ** 64n

export function openOwnWrites({ db, now, secret, isSecure, maxLagMs, startedAt }: Options): OwnWrites {
  const maxAgeSeconds = Math.ceil(maxLagMs / 1000) + clockToleranceSeconds
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`own writes\0${text}`).digest('base64url')
  const cookieFor = (position: Position): string => {
    const text = `${position.toString(16)}.${Math.floor(now().getTime() / 1000)}`
    return stringifySetCookie({
      name: cookieName,
      value: `${text}.${sign(text)}`,
      path: '/',
      maxAge: maxAgeSeconds,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    })
  }
  /** Returns undefined if the cookie is not signed by this site or too old to matter. */
  const positionIn = (cookies: string | undefined): Position | undefined => {
    const [, position, seconds, signature] =
      valuePattern.exec(parseCookie(cookies ?? '')[cookieName] ?? '') ?? []
    if (position === undefined) return undefined
    const age = now().getTime() / 1000 - Number(seconds)
    const expected = Buffer.from(sign(`${position}.${seconds}`))
    const actual = Buffer.from(signature!)
    const isAuthentic = expected.length === actual.length && timingSafeEqual(expected, actual)
    return isAuthentic && Math.abs(age) <= maxAgeSeconds ? BigInt(`0x${position}`) : undefined
  }
  return {
    async record(uid) {
      const { rows } = await sql<{ position: string }>`${frequent}
        insert into recent_write as known (uid, position, written_at)
        values (${uid}, pg_current_wal_insert_lsn(), ${now()})
        on conflict (uid) do update
          set position = greatest(known.position, excluded.position), written_at = excluded.written_at
        returning position::text`.execute(db)
      return cookieFor(readPosition(rows[0]!.position))
    },
    needsOfBrowser: (cookie) => ({ position: positionIn(cookie) }),
    async needsOf(uid, cookie) {
      const { rows } = await sql<{ position: string | null; started_at: string }>`${frequent}
        select (select position::text from recent_write where uid = ${uid}) as position,
          extract(epoch from pg_postmaster_start_time())::text as started_at`.execute(db)
      const { position, started_at: currentStart } = rows[0]!
      // Positions recorded before a crash are lost, and the replicas may not have those writes yet.
      if (currentStart !== startedAt()) return { position: unreachablePosition }
      const recordedPosition = position === null ? 0n : readPosition(position)
      const cookiePosition = positionIn(cookie) ?? 0n
      return { position: cookiePosition > recordedPosition ? cookiePosition : recordedPosition }
    },
  }
}

/** Deletes positions that every replica in use passed long ago. */
export const sweepRecentWrites = (tx: Tx, before: Date) =>
  tx.deleteFrom('recent_write').where('written_at', '<', before).execute()
