import { mkdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '#server/kernel/error-facts.ts'
import { folderFaults } from '#server/kernel/file-faults.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** Nobody but the user of the server may read stored files. */
const mode = 0o700

/**
 * Creates the folder and those above it that do not exist. Waits for the disk only if one above is missing, which is
 * rare.
 */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') createBelow(path, mode)
    else if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Creates a folder in `DATA_DIR` and those above it, and waits for the disk; a refusal says what to do. */
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

/**
 * Without `recursive`, with which `mkdir` never returns below a folder such as `/proc`, which exists but reports every new
 * entry as missing: it tries the two in turn forever.
 */
function createBelow(path: string, folderMode: number | undefined): void {
  try {
    createOne(path, folderMode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    createBelow(dirname(path), folderMode)
    createOne(path, folderMode)
  }
}

function createOne(path: string, folderMode: number | undefined): void {
  try {
    mkdirSync(path, { mode: folderMode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
