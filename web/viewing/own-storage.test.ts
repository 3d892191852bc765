// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { timeLeft } from '#web/viewing/banner.ts'
import { memoryCookies, memoryStorage, noDatabases } from '#web/viewing/own-storage.ts'

test('the storage behaves as that of a browser', () => {
  const storage = memoryStorage({ a: '1' })
  storage.setItem('b', '2')
  expect([storage.getItem('a'), storage.getItem('b'), storage.getItem('getItem')]).toEqual(['1', '2', null])
  expect([Object.keys(storage), storage.length, storage.key(1)]).toEqual([['a', 'b'], 2, 'b'])
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
  storage.clear()
  expect(storage.length).toBe(0)
})

test('cookies can be set, replaced and deleted, and each change is told', () => {
  const told: string[] = []
  const cookies = memoryCookies({ hint: 'x' }, (name) => told.push(name))
  cookies.set('mode=a%3Db; Path=/; Max-Age=60; SameSite=Lax')
  expect(cookies.get()).toBe('hint=x; mode=a%3Db')
  cookies.set('hint=; Path=/account; Max-Age=0')
  expect(cookies.get()).toBe('mode=a%3Db')
  expect(told).toEqual(['mode', 'hint'])
})

test('opening a database fails and deleting one succeeds, for listeners and for handlers', async () => {
  const { open, deleteDatabase } = noDatabases()
  const opening = open('care')
  const failed = new Promise((resolve) => opening.addEventListener('error', resolve))
  await failed
  expect(opening.error).toMatchObject({ name: 'InvalidStateError' })
  const deleting = deleteDatabase('care')
  await new Promise((resolve) => (deleting.onsuccess = resolve))
})

test('the time that is left is rounded up to minutes', () => {
  expect([899_000, 60_000, 1, -5].map(timeLeft)).toEqual([
    '15 minutes left',
    '1 minute left',
    '1 minute left',
    '0 minutes left',
  ])
})
