import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomyBytes = 4 * 2 ** 30

/**
 * Uses shared memory if there is plenty, else the disk. Each test database consists of a thousand short-lived files,
 * and on ext4 their block allocation would add minutes to a run.
 */
async function workRoot(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > roomyBytes ? memory : tmpdir()
}

export type WorkFolder = { folder: string; remove: () => Promise<void> }

/** Creates a temporary folder for a test, for example for a database. */
export async function openWorkFolder(): Promise<WorkFolder> {
  const folder = await mkdtemp(join(await workRoot(), 'sitwell-'))
  // If the tests run as root, the database runs as another user, who must be able to access the folder.
  await chmod(folder, 0o755)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
