import { openDiskStorage } from '#server/kernel/storage/disk.ts'
import { openS3Storage, type S3Options } from '#server/kernel/storage/s3.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

export type StorageConfig = { folder: string } | { s3: S3Options }

export const openStorage = (config: StorageConfig): Storage =>
  guarded('s3' in config ? openS3Storage(config.s3) : openDiskStorage(config.folder))

const wellFormed = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/

/** Rejects malformed names, so that a name from outside never reaches a file system or another server. */
function guarded(storage: Storage): Storage {
  const checked = (name: string) => {
    if (!wellFormed.test(name)) throw new Error(`"${name}" is no name of a stored file`)
    return name
  }
  return {
    write: (name, content, type) => storage.write(checked(name), content, type),
    read: (name) => storage.read(checked(name)),
    remove: (name) => storage.remove(checked(name)),
    list: (folder) => storage.list(checked(folder)),
  }
}
