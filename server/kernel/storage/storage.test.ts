import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '#server/kernel/storage/open.ts'
import { type Storage } from '#server/kernel/storage/storage.ts'
import { openS3Peer, s3Keys } from '#test/s3-peer.ts'

async function openDisk(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return openStorage({ folder })
}

async function openBucket() {
  const { endpoint, close, ...rest } = await openS3Peer('photos')
  onTestFinished(async () => {
    await close()
  })
  return { storage: openStorage({ s3: { endpoint, bucket: 'photos', ...s3Keys } }), endpoint, ...rest }
}

const listed = async (storage: Storage, folder: string) => {
  const names: string[] = []
  for await (const { name, writtenAt } of storage.list(folder)) {
    expect(writtenAt.getTime()).toBeGreaterThan(0)
    names.push(name)
  }
  return names.toSorted()
}

test.each([
  ['a folder', openDisk],
  ['a bucket', async () => (await openBucket()).storage],
])('%s stores, reads, lists and removes files', async (_, open) => {
  const storage = await open()
  const content = Buffer.from([0, 255, 13, 10, 128])
  const names = ['pictures/aa/a1/320.webp', 'pictures/aa/a1/640.webp', 'pictures/bb/b1/320.webp']
  for (const name of names) await storage.write(name, content, 'image/webp')
  const found = await storage.read(names[0]!)
  expect(found?.bytes).toBe(content.length)
  expect(await buffer(found!.content)).toEqual(content)
  expect(await listed(storage, 'pictures')).toEqual(names)
  expect(await listed(storage, 'documents')).toEqual([])
  await storage.remove(names[0]!)
  await storage.remove(names[0]!)
  expect(await storage.read(names[0]!)).toBeNull()
  expect(await listed(storage, 'pictures')).toEqual(names.slice(1))
})

test.each(['../secret', '/etc/passwd', 'a/../b', 'a//b', 'A', 'a b', ''])('"%s" is refused', async (name) => {
  const storage = await openDisk()
  expect(() => storage.read(name)).toThrow(/no name/)
  expect(() => storage.write(name, Buffer.from(''), 'image/webp')).toThrow(/no name/)
})

test('a busy bucket is retried, and a wrong secret key fails as "unavailable" without a retry', async () => {
  const { storage, endpoint, peer, stored } = await openBucket()
  peer.failures = 2
  await storage.write('documents/aa/a1/original.pdf', Buffer.from('%PDF-'), 'application/pdf')
  expect(stored.get('documents/aa/a1/original.pdf')?.type).toBe('application/pdf')
  expect(peer.refused).toBe(0)
  const stranger = openStorage({
    s3: { endpoint, bucket: 'photos', ...s3Keys, secretAccessKey: 'another secret' },
  })
  await expect(stranger.read('documents/aa/a1/original.pdf')).rejects.toMatchObject({ code: 'unavailable' })
  expect(peer.refused).toBe(1)
})

test('a folder is created with all above it by several writes at once, and refused at once where none can be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-storage-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const storage = openStorage({ folder: join(folder, 'not/yet/there') })
  const names = Array.from({ length: 8 }, (_, index) => `pictures/${index}`)
  await Promise.all(names.map((name) => storage.write(name, Buffer.from('x'), 'image/webp')))
  expect(await listed(storage, 'pictures')).toEqual(names)
  // Nobody can create anything in /proc, not even the superuser.
  const nowhere = openStorage({ folder: '/proc/nowhere/below' })
  await expect(nowhere.write('a', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({ code: 'ENOENT' })
})
