import { statfs } from 'node:fs/promises'
import type { Config } from '#server/config/config.ts'
import { poolStates } from '#server/kernel/db/pools.ts'
import {
  buildInfo,
  databaseConnections,
  databaseConnectionsMax,
  diskFree,
  diskSize,
} from '#server/kernel/metrics/metrics.ts'
import { version } from '#server/kernel/version.ts'

/** The folders of this machine whose disks must not become full. */
export const foldersOf = ({ dataDir, storage, backup }: Config): Record<string, string> => ({
  data: dataDir,
  ...('folder' in storage ? { files: storage.folder } : {}),
  ...(backup.destination && 'folder' in backup.destination ? { backups: backup.destination.folder } : {}),
})

/** Returns a function that updates the metrics of this process and its machine. */
export function openOwnMetrics(config: Config): () => Promise<void> {
  const folders = Object.entries(foldersOf(config))
  buildInfo.set({ version, node: process.version }, 1)
  return async () => {
    showPools()
    await Promise.all(folders.map(([folder, path]) => showDisk(folder, path)))
  }
}

function showPools(): void {
  databaseConnections.reset()
  databaseConnectionsMax.reset()
  for (const { pool, max, ...counts } of poolStates()) {
    for (const state of ['busy', 'idle', 'waiting'] as const)
      databaseConnections.set({ pool, state }, counts[state])
    databaseConnectionsMax.set({ pool }, max)
  }
}

/** Returns the space of the disk in bytes; undefined for a folder that does not exist, or whose disk does not answer. */
export async function diskSpace(path: string): Promise<{ free: number; size: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return undefined
  }
}

/** A folder without known space has no metrics. */
async function showDisk(folder: string, path: string): Promise<void> {
  const space = await diskSpace(path)
  if (space) {
    diskFree.set({ folder }, space.free)
    diskSize.set({ folder }, space.size)
  } else {
    diskFree.remove({ folder })
    diskSize.remove({ folder })
  }
}
