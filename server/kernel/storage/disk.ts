import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFolder } from '#server/kernel/create-folder.ts'
import { codeOf } from '#server/kernel/error-facts.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

/** Stores files below one folder, on a local or a shared disk. */
export function openDiskStorage(folder: string): Storage {
  const pathOf = (name: string) => join(folder, name)
  return {
    async write(name, content) {
      const path = pathOf(name)
      await createFolder(dirname(path))
      // Written under a temporary name in the same folder, so that the rename is atomic.
      const temporaryPath = join(dirname(path), `part-${randomUUID()}`)
      const file = await open(temporaryPath, 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporaryPath, path)
      await syncFolder(dirname(path))
    },
    async read(name) {
      // Opened first, so that it can be read to its end even if it is removed meanwhile.
      const file = await open(pathOf(name), 'r').catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!file) return null
      const found = await file.stat()
      if (found.isFile()) return { bytes: found.size, content: file.createReadStream() }
      await file.close()
      return null
    },
    remove: (name) => rm(pathOf(name), { force: true, recursive: true }),
    list: (name) => listBelow(pathOf(name), name),
  }
}

/** Syncs the folder, because otherwise a rename may be lost in a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* listBelow(path: string, name: string): AsyncGenerator<{ name: string; writtenAt: Date }> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const [below, belowName] = [join(path, entry.name), `${name}/${entry.name}`]
    if (entry.isDirectory()) yield* listBelow(below, belowName)
    else {
      const found = await stat(below).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (found) yield { name: belowName, writtenAt: found.mtime }
    }
  }
}
