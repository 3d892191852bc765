import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'

export type FriendRow = Awaited<ReturnType<typeof findFriends>>[number]
export type OwnerRow = Awaited<ReturnType<typeof findOwners>>[number]

/** Finds the open invitations and the friends of an owner, in the order in which they were invited. */
export const findFriends = (db: Db, ownerId: string) =>
  db
    .selectFrom('circle_member as member')
    .leftJoin('account as friend', 'friend.id', 'member.friend_id')
    .leftJoin('sitter', 'sitter.account_id', 'member.friend_id')
    .select(['member.id', 'member.name', 'member.invited_at', 'member.joined_at', 'member.friend_id'])
    .select(['friend.name as friend_name', 'sitter.id as sitter_id'])
    .where('member.owner_id', '=', ownerId)
    .where('member.ended_at', 'is', null)
    .where('friend.erased_at', 'is', null)
    .orderBy('member.id')
    .execute()

/** Finds the owners whom a friend helps, in the order in which they joined. */
export const findOwners = (db: Db, friendId: string) =>
  db
    .selectFrom('circle_member as member')
    .innerJoin('account as owner', 'owner.id', 'member.owner_id')
    .select(['member.id', 'owner.name'])
    .select(sql<Date>`member.joined_at`.as('joined_at'))
    .where('member.friend_id', '=', friendId)
    .where('member.ended_at', 'is', null)
    .where('owner.erased_at', 'is', null)
    .orderBy('member.joined_at')
    .execute()

export async function countFriends(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('circle_member')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Serialises additions to one owner's circle. */
export const lockOwner = (tx: Tx, ownerId: string) =>
  tx.selectFrom('account').select('id').where('id', '=', ownerId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const insertMember = (tx: Tx, member: Insertable<DB['circle_member']>) =>
  tx.insertInto('circle_member').values(member).execute()

/** Finds an invitation whose owner's account still exists, with the names of the owner's pets. */
export const findInvitation = (db: Db, id: string) =>
  db
    .selectFrom('circle_member as member')
    .innerJoin('account as owner', 'owner.id', 'member.owner_id')
    .select(['member.id', 'member.owner_id', 'member.friend_id', 'member.invited_at', 'member.name'])
    .select('owner.name as owner_name')
    .select(
      sql<string[]>`array(select pet.name from pet where pet.owner_id = member.owner_id
        and pet.archived_at is null order by pet.name limit 20)`.as('pets'),
    )
    .where('member.id', '=', id)
    .where('member.ended_at', 'is', null)
    .where('owner.erased_at', 'is', null)
    .executeTakeFirst()

/** Locks the row, so that nobody else can accept or end it until the transaction ends. */
export const lockMember = (tx: Tx, id: string) =>
  tx.selectFrom('circle_member').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const isMember = async (db: Db, ownerId: string, friendId: string): Promise<boolean> =>
  (await db
    .selectFrom('circle_member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('friend_id', '=', friendId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const acceptInvitation = (tx: Tx, id: string, friendId: string, at: Date) =>
  tx
    .updateTable('circle_member')
    .set({ friend_id: friendId, joined_at: at })
    .where('id', '=', id)
    .where('friend_id', 'is', null)
    .execute()

/** Ends the membership if this account is one side of it; undefined if there is none. */
export const endMember = (tx: Tx, id: string, accountId: string, at: Date) =>
  tx
    .updateTable('circle_member')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('owner_id', '=', accountId), where('friend_id', '=', accountId)]))
    .returning(['owner_id', 'friend_id', 'name'])
    .executeTakeFirst()

export async function deleteMembersOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('circle_member')
    .where((where) => where.or([where('owner_id', '=', accountId), where('friend_id', '=', accountId)]))
    .execute()
}
