import type { Circle, CircleFriend } from '#contract/circle/circle.ts'
import { invitationDays, invitationToken } from '#server/circle/invitation.ts'
import type { FriendRow, OwnerRow } from '#server/circle/member-store.ts'
import { addHours } from '#server/kernel/day.ts'
import type { Site } from '#server/kernel/deps.ts'
import { displayName } from '#server/sitters/profile.ts'

export function viewFriend(row: FriendRow, site: Site): CircleFriend {
  const { friend_id: accountId, sitter_id: sitterId, joined_at: joinedAt } = row
  const joined =
    accountId !== null && sitterId !== null && joinedAt !== null
      ? { at: joinedAt.toISOString(), name: displayName(row.friend_name ?? ''), accountId, sitterId }
      : null
  return {
    id: row.id,
    name: row.name,
    joined,
    link: joined ? null : `${site.url}/account/circle/join/${invitationToken(row.id, site.secret)}`,
    invitedAt: row.invited_at.toISOString(),
    linkUntil: joined ? null : addHours(row.invited_at, invitationDays * 24).toISOString(),
  }
}

export const viewOwner = ({ id, name, joined_at: joinedAt }: OwnerRow): Circle['owners'][number] => ({
  id,
  name: displayName(name),
  joinedAt: joinedAt.toISOString(),
})
