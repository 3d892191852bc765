import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  openParts,
  type Part,
  type Place,
  readPart,
  readParts,
  writePart,
} from '#server/kernel/backup/parts.ts'
import { lockOf, lockWith, unlocked } from '#server/kernel/backup/pass-phrase.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

function openMemory() {
  const stored = new Map<string, Buffer>()
  const storage: Storage = {
    write: async (name, content) => void stored.set(name, content),
    read: async (name) => {
      const content = stored.get(name)
      return content ? { bytes: content.length, content: Readable.from([content]) } : null
    },
    remove: async (name) => void stored.delete(name),
    async *list() {},
  }
  return { stored, storage }
}

const passphrase = 'correct horse battery'

test('more than eight megabytes become several parts, which are read in order', async () => {
  const { stored, storage } = openMemory()
  const place: Place = { storage, lock: unlocked }
  const parts = openParts(place, 'table')
  const chunk = (index: number) => Buffer.alloc(2 ** 20, index)
  for (let index = 0; index < 20; index++) await parts.add([chunk(index)])
  const written = await parts.end()
  expect([...stored.keys()]).toEqual(['table/1', 'table/2', 'table/3'])
  const read: Buffer[] = []
  for await (const piece of readParts(place, written)) read.push(piece)
  expect(
    Buffer.concat(read).equals(Buffer.concat(Array.from({ length: 20 }, (_, index) => chunk(index)))),
  ).toBe(true)
})

test('an encrypted part cannot take the place of another one', async () => {
  const { stored, storage } = openMemory()
  const place: Place = { storage, lock: await lockWith(passphrase) }
  const part: Part = await writePart(place, 'one', Buffer.from('content'))
  expect((await readPart(place, part)).toString()).toBe('content')
  stored.set('other', stored.get('one')!)
  await expect(readPart(place, { ...part, name: 'other' })).rejects.toThrow('other cannot be decrypted')
})

test('the same content of the same name is encrypted alike, and anything else with another nonce', async () => {
  const lock = await lockWith(passphrase)
  const sealed = (name: string, content: string) => lock.seal(name, Buffer.from(content)).toString('hex')
  const nonceOf = (name: string, content: string) => sealed(name, content).slice(0, 24)
  expect(sealed('one', 'content')).toBe(sealed('one', 'content'))
  const nonces = [nonceOf('one', 'content'), nonceOf('other', 'content'), nonceOf('one', 'contents')]
  expect(new Set(nonces).size).toBe(3)
})

test('the pass phrase makes the same key again, and another one is refused', async () => {
  const lock = await lockWith(passphrase)
  const again = await lockOf(lock.locked, passphrase)
  expect(again.open('name', lock.seal('name', Buffer.from('content'))).toString()).toBe('content')
  expect((await lockWith(passphrase)).id).not.toBe(lock.id)
  await expect(lockOf(lock.locked, 'another pass phrase')).rejects.toThrow('another pass phrase')
})
