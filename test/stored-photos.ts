import { hash, randomUUID } from 'node:crypto'
import { pictureName } from '#server/files/address.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { olga } from '#test/cast.ts'

type PhotoDeps = Pick<Deps, 'db' | 'now' | 'storage'>

const hashOf = (content: string) => hash('sha256', content, 'hex')

/** Where the photo with this content is stored. */
export const photoName = (content: string): string => pictureName(hashOf(content), 320)

/** Stores a photo of Olga as an upload does: its bytes, then its row, which has the content as its name. */
export async function addPhoto({ db, now, storage }: PhotoDeps, content: string): Promise<string> {
  await storage.write(photoName(content), Buffer.from(content), 'image/webp')
  const bytes = content.length
  await db
    .insertInto('file')
    .values({
      id: randomUUID(),
      account_id: olga.accountId,
      kind: 'pet',
      state: 'ready',
      type: 'image/webp',
      name: content,
      bytes,
      received: bytes,
      hash: hashOf(content),
      widths: [320],
      created_at: now(),
      finished_at: now(),
    })
    .execute()
  return photoName(content)
}

export async function removePhoto({ db, storage }: PhotoDeps, name: string): Promise<void> {
  await db.deleteFrom('file').where('hash', '=', name.split('/')[2]!).execute()
  await storage.remove(name)
}
