import type { Db } from '#server/kernel/db/db.ts'

/** True while this friend is in the owner's care circle; both ids are account ids. */
export async function isFriend(db: Db, ownerId: string, friendId: string): Promise<boolean> {
  const found = await db
    .selectFrom('circle_member')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('friend_id', '=', friendId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
