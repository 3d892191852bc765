import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#server/kernel/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'

test('one process alone runs the database of a folder, and one that was killed is no obstacle', async () => {
  const { folder: work, remove } = await openWorkFolder()
  onTestFinished(remove)
  const folder = join(work, 'postgres')
  await mkdir(folder)
  // The same number, but of a process that began at another time.
  await writeFile(join(folder, 'owner'), `${process.pid} 1`)
  const { stop } = await startPostgres(folder)
  onTestFinished(stop)

  await expect(startPostgres(folder)).rejects.toThrow(
    `Another server (process ${process.pid}) runs the embedded PostgreSQL of ${folder}.`,
  )
  await stop()
  expect(existsSync(join(folder, 'owner'))).toBe(false)
})
