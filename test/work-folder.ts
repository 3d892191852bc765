import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomyBytes = 4 * 2 ** 30

/**
 * Memory where the machine has plenty, else the disk. Each test's database is a thousand small files that soon go
 * again, and ext4 looks for minutes of a run in all for places it has not just given up.
 */
async function workRoot(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > roomyBytes ? memory : tmpdir()
}

export type WorkFolder = { folder: string; remove: () => Promise<void> }

/** A new folder of the test's own, for a database among other things. */
export async function openWorkFolder(): Promise<WorkFolder> {
  const folder = await mkdtemp(join(await workRoot(), 'sitwell-'))
  // As root the database runs as another user, who must reach the folder.
  await chmod(folder, 0o755)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
