import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '#server/kernel/error-facts.ts'
import { folderFaults } from '#server/kernel/file-faults.ts'
import { StartError } from '#server/kernel/start-error.ts'

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

/** The same without waiting, for the folders in `DATA_DIR`; a refusal says what to do. */
export function createDataFolder(path: string, folderMode?: number): void {
  try {
    createBelow(path, folderMode)
  } catch (error) {
    const words = folderFaults[codeOf(error)]
    if (!words) throw error
    throw new StartError(`The folder ${path} ${words}. Correct this, or set DATA_DIR to another folder.`, {
      cause: error,
    })
  }
}

function createBelow(path: string, folderMode: number | undefined): void {
  try {
    createOneNow(path, folderMode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    createBelow(dirname(path), folderMode)
    createOneNow(path, folderMode)
  }
}

function createOneNow(path: string, folderMode: number | undefined): void {
  try {
    mkdirSync(path, { mode: folderMode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
