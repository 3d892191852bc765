import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedPrograms, linkLibraries, prepare } from '#server/kernel/postgres/installation.ts'

test('links between the libraries of PostgreSQL survive a move of their folder, and broken ones are replaced', () => {
  const work = mkdtempSync(join(tmpdir(), 'libraries-'))
  onTestFinished(() => rmSync(work, { recursive: true }))
  const [first, second] = [join(work, 'first'), join(work, 'second')]
  mkdirSync(join(first, 'native/lib'), { recursive: true })
  writeFileSync(join(first, 'native/lib/libpq.so.5.18'), 'code')
  const link = (target: string) =>
    writeFileSync(
      join(first, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: `native/lib/${target}`, target: 'native/lib/libpq.so' }]),
    )
  const linked = (folder: string) => readFileSync(join(folder, 'native/lib/libpq.so'), 'utf8')
  link('libpq.so.4')
  linkLibraries(join(first, 'native'))
  expect(() => linked(first)).toThrow('ENOENT')

  link('libpq.so.5.18')
  linkLibraries(join(first, 'native'))
  expect(linked(first)).toBe('code')
  renameSync(first, second)
  expect(linked(second)).toBe('code')
})

test('a folder for the database that cannot be created is refused at once', async () => {
  const programs = await embeddedPrograms()
  // Nobody can create anything in /proc, not even the superuser.
  expect(() => prepare('/proc/nowhere/postgres', programs)).toThrow(
    'The folder /proc/nowhere/postgres/data does not exist and cannot be created. Correct this, or set DATA_DIR to another folder.',
  )
})
