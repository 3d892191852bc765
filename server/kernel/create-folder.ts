import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '#server/kernel/error-facts.ts'

/** Nobody but the user of the server may read stored files. */
const mode = 0o700

const createOne = (path: string): Promise<void> =>
  mkdir(path, { mode }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })

/**
 * Creates the folder and those above it that do not exist. `mkdir` with `recursive` never returns below a folder such as
 * `/proc`, which exists but reports every new entry as missing: it tries the two in turn forever.
 */
export async function createFolder(path: string): Promise<void> {
  try {
    await createOne(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    await createFolder(dirname(path))
    await createOne(path)
  }
}
