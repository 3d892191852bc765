import { isStaffSignInOver, seconds } from '#server/identity/tokens/id-token.ts'

export type RefreshFacts = {
  token: { superseded_at: Date | null } | undefined
  session:
    | {
        auth_time: Date
        device_hash: string | null
        idle_expires_at: Date
        absolute_expires_at: Date
        revoked_at: Date | null
      }
    | undefined
  user: { disabled: boolean; valid_since: Date } | undefined
  roles: readonly string[]
  /** Hash of the device cookie sent with the request. */
  deviceHash: string | null
  at: Date
  raceSeconds: number
}

/**
 * `issue` grants a successor. `race` and `stale-tab` are legitimate repeats and get one too. `theft` ends the
 * session.
 */
export type RefreshDecision = 'issue' | 'race' | 'stale-tab' | 'theft' | 'expired' | 'disabled'

const isOver = (
  session: NonNullable<RefreshFacts['session']>,
  { valid_since: validSince }: NonNullable<RefreshFacts['user']>,
  roles: readonly string[],
  at: Date,
): boolean =>
  session.revoked_at !== null ||
  session.idle_expires_at <= at ||
  session.absolute_expires_at <= at ||
  seconds(session.auth_time) < seconds(validSince) ||
  isStaffSignInOver(roles, seconds(session.auth_time), at)

/** Decides what to do with a presented refresh token. */
export function decideRefresh({
  token,
  session,
  user,
  roles,
  deviceHash,
  at,
  raceSeconds,
}: RefreshFacts): RefreshDecision {
  if (!token || !session || !user) return 'expired'
  // Checked first: disabling also ends the sessions, but the user should be told the reason.
  if (user.disabled) return 'disabled'
  if (isOver(session, user, roles, at)) return 'expired'
  const bound = session.device_hash !== null
  if (bound && session.device_hash !== deviceHash) return 'theft'
  if (!token.superseded_at) return 'issue'
  const secondsAgo = (at.getTime() - token.superseded_at.getTime()) / 1000
  if (secondsAgo <= raceSeconds) return 'race'
  return bound ? 'stale-tab' : 'theft'
}
