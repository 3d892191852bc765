import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CopyHead, readCopies, removeOldCopies } from '#server/backups/copies.ts'
import { openDestination } from '#server/backups/destination.ts'
import { readKeptFiles } from '#server/backups/kept-files.ts'
import { idOf } from '#server/backups/manifest.ts'
import { openRewind } from '#server/backups/rewind.ts'
import { verifyLog } from '#server/backups/verify-log.ts'
import { openWorkFolder } from '#test/work-folder.ts'

const segment = (timeline: number, number: number) =>
  `${String(timeline).padStart(8, '0')}${String(number).padStart(16, '0')}`

const at = (day: number, time = '02:30') => new Date(`2026-11-0${day}T${time}:00Z`)
const manifestOf = (day: number) => `copies/${idOf(at(day))}.json`
const damaged = (day: number) => `${manifestOf(day)} is damaged: it is not JSON.`

/** Copies of the first three days with a day of log each, as they are stored without a pass phrase. */
async function openKept() {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const write = async (name: string, content: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  for (const day of [1, 2, 3]) {
    const head: CopyHead = {
      format: 1,
      id: idOf(at(day)),
      product: '0.1.0',
      takenAt: at(day).toISOString(),
      endedAt: at(day, '02:31').toISOString(),
      system: '7',
      segment: segment(1, day),
      locked: null,
      details: [],
    }
    await write(manifestOf(day), JSON.stringify(head))
    await write(`copy/${head.id}/details/1`, '')
    await write(`wal/7/plain/${segment(1, day)}`, '')
  }
  const destination = openDestination({ folder }, undefined)
  const lines: string[] = []
  const chosen = async (until: Date | undefined) => {
    const { copy } = await openRewind({ destination, until, print: (line) => lines.push(line) })
    return copy.takenAt
  }
  const names = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
      .toSorted()
  const damage = (day: number) => write(manifestOf(day), '{"format": 1, "id"')
  return { folder, destination, write, damage, chosen, lines, names }
}

test('a damaged manifest hides no other copy', async () => {
  const { destination, damage } = await openKept()
  await damage(2)
  const found: string[] = []
  const copies = await readCopies(destination.storage, ({ sentence }) => found.push(sentence))
  expect(copies.map(({ takenAt }) => takenAt)).toEqual([at(1).toISOString(), at(3).toISOString()])
  expect(found).toEqual([`${damaged(2)} If another copy of the backups has the file, put it back.`])
})

test('a moment is restored from the copies that can be read, with more log where one cannot', async () => {
  const { damage, chosen, lines } = await openKept()
  await damage(2)
  expect(await chosen(at(1, '12:00'))).toBe(at(1).toISOString())
  expect(await chosen(undefined)).toBe(at(3).toISOString())
  expect(lines.join()).not.toContain('damaged')
  expect(await chosen(at(2, '12:00'))).toBe(at(1).toISOString())
  expect(lines).toContainEqual(expect.stringContaining(damaged(2)))
  await damage(3)
  expect(await chosen(undefined)).toBe(at(1).toISOString())
})

test('a moment is refused if the damaged copy is the only one before it', async () => {
  const { damage, chosen } = await openKept()
  await damage(1)
  await expect(chosen(at(1, '12:00'))).rejects.toThrow(damaged(1))
  expect(await chosen(at(2, '12:00'))).toBe(at(2).toISOString())
  await expect(chosen(new Date('2026-10-31T00:00:00Z'))).rejects.toThrow('The earliest moment')
})

test.each([
  ['another database', `wal/8/plain/${segment(1, 1)}`],
  ['a database that was restored', `wal/7/plain/${segment(2, 9)}`],
])('a moment is refused if the damaged copy may be of %s', async (_, name) => {
  const { damage, chosen, write } = await openKept()
  await damage(3)
  await write(name, '')
  await expect(chosen(undefined)).rejects.toThrow(damaged(3))
})

test('the log is not verified without its newest copy', async () => {
  const { damage, destination, folder } = await openKept()
  await damage(3)
  const verified = verifyLog({
    folder: join(folder, 'check'),
    destination,
    now: () => at(4),
    reportUnstored: () => {},
    print: () => {},
  })
  await expect(verified).rejects.toThrow(damaged(3))
})

test('pruning keeps the log while a damaged manifest hides how much of it a copy needs', async () => {
  const { damage, destination, names } = await openKept()
  await damage(2)
  const before = await names()
  await removeOldCopies(destination.storage, at(2))
  expect(await names()).toEqual(before)
  await damage(1)
  await removeOldCopies(destination.storage, at(2, '12:00'))
  expect(await names()).toEqual(before)
  // Too old, like a copy that can be read.
  await removeOldCopies(destination.storage, at(3, '12:00'))
  expect(await names()).toEqual(before.filter((name) => name.includes('11-03') || name.endsWith('3')))
})

test('what is damaged is reported instead of the files that it names', async () => {
  const { damage, destination } = await openKept()
  await damage(1)
  const found: string[] = []
  const files = readKeptFiles(destination, (sentence) => found.push(sentence))
  expect(await files.next()).toMatchObject({ done: true })
  expect(found).toContainEqual(expect.stringContaining(damaged(1)))
})
