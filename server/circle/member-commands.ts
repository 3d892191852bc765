import type { Circle, CircleFriend } from '#contract/circle/circle.ts'
import { receiverOf } from '#server/accounts/commands.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import { invitationDays, readInvitationToken } from '#server/circle/invitation.ts'
import { joinedLetter, leftLetter } from '#server/circle/member-mails.ts'
import * as store from '#server/circle/member-store.ts'
import { viewFriend, viewOwner } from '#server/circle/member-view.ts'
import { addHours } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { ensureSitter } from '#server/sitters/profile-commands.ts'
import { displayName } from '#server/sitters/profile.ts'

const mostFriends = 50

export async function readCircle({ db, site }: Deps, { accountId }: Viewer): Promise<Circle> {
  const [friends, owners] = await Promise.all([
    store.findFriends(db, accountId),
    store.findOwners(db, accountId),
  ])
  return { friends: friends.map((row) => viewFriend(row, site)), owners: owners.map(viewOwner) }
}

/** Creates an open invitation; whoever receives its link can accept it. */
export function inviteFriend(deps: Deps, { accountId }: Viewer, name: string): Promise<CircleFriend> {
  return ensureTransaction(deps, async (deps) => {
    await store.lockOwner(deps.db, accountId)
    if ((await store.countFriends(deps.db, accountId)) >= mostFriends)
      throw new Problem('circle-full', {
        detail: `A care circle has at most ${mostFriends} people. Remove somebody first.`,
        most: mostFriends,
      })
    const at = deps.now()
    const invited = { id: newId(at), owner_id: accountId, name, invited_at: at }
    await store.insertMember(deps.db, invited)
    return viewFriend(
      { ...invited, joined_at: null, friend_id: null, friend_name: null, sitter_id: null },
      deps.site,
    )
  })
}

/**
 * Returns the invitation for a token; throws if it has expired, was accepted by somebody else, or is the viewer's own.
 */
async function requireInvitation(deps: Pick<Deps, 'db' | 'site' | 'now'>, viewer: Viewer, token: string) {
  const id = readInvitationToken(token, deps.site.secret)
  const found = id === null ? undefined : await store.findInvitation(deps.db, id)
  const isOver = found && addHours(found.invited_at, invitationDays * 24) <= deps.now()
  if (
    !found ||
    (found.friend_id === null && isOver) ||
    (found.friend_id ?? viewer.accountId) !== viewer.accountId
  )
    throw new Problem('circle-invitation-invalid', {
      detail: `This invitation is no longer valid: it was already used, withdrawn, or is older than ${invitationDays} days. Ask for a new one.`,
    })
  if (found.owner_id === viewer.accountId)
    throw new Problem('circle-invitation-invalid', {
      detail: 'This is your own invitation. Send its address to the friend it is for.',
    })
  return found
}

export async function readInvitation(deps: Deps, viewer: Viewer, token: string) {
  const found = await requireInvitation(deps, viewer, token)
  return {
    owner: displayName(found.owner_name),
    pets: found.pets,
    joined: await store.isMember(deps.db, found.owner_id, viewer.accountId),
  }
}

/** Makes the viewer a friend of the inviter. If they already are, nothing changes and the invitation stays open. */
export function joinCircle(
  deps: Deps,
  viewer: Viewer,
  { token, timeZone }: { token: string; timeZone?: string | undefined },
): Promise<Circle> {
  return ensureTransaction(deps, async (deps) => {
    const id = readInvitationToken(token, deps.site.secret)
    if (id !== null) await store.lockMember(deps.db, id)
    const invitation = await requireInvitation(deps, viewer, token)
    const { owner_id: ownerId, owner_name: ownerName } = invitation
    const { accountId } = viewer
    // Serialises two invitations of the same owner.
    await store.lockOwner(deps.db, ownerId)
    if (await store.isMember(deps.db, ownerId, accountId)) return readCircle(deps, viewer)
    await refuseBlocked(deps.db, { accountId, otherId: ownerId, otherName: displayName(ownerName) })
    await ensureSitter(deps, accountId, timeZone)
    await store.acceptInvitation(deps.db, invitation.id, accountId, deps.now())
    await notifyOwner(deps, ownerId, await nameOf(deps.db, accountId), joinedLetter)
    return readCircle(deps, viewer)
  })
}

/**
 * Ends the membership, from either side; if the friend leaves, the owner is notified. Existing bookings stay agreed.
 */
export function leaveCircle(deps: Deps, viewer: Viewer, memberId: string): Promise<Circle> {
  return ensureTransaction(deps, async (deps) => {
    const ended = await store.endMember(deps.db, memberId, viewer.accountId, deps.now())
    if (ended?.friend_id === viewer.accountId)
      await notifyOwner(deps, ended.owner_id, await nameOf(deps.db, viewer.accountId), leftLetter)
    return readCircle(deps, viewer)
  })
}

/** Deletes an erased account's circle and its memberships in other circles. */
export const deleteCircleOf = (deps: Deps, accountId: string): Promise<void> =>
  ensureTransaction(deps, ({ db }) => store.deleteMembersOf(db, accountId))

const nameOf = async (db: Db, accountId: string): Promise<string> =>
  displayName((await receiverOf(db, accountId))?.name ?? '')

function notifyOwner(
  deps: Deps,
  accountId: string,
  friend: string,
  letter: typeof joinedLetter,
): Promise<void> {
  return ensureTransaction(deps, (deps) =>
    notify(deps, { accountId, kind: 'booking-answered', ...letter(friend, deps.site) }),
  )
}
