import type { Readable } from 'node:stream'
import { openDiskStorage } from '#server/kernel/storage-disk.ts'
import { openS3Storage, type S3Options } from '#server/kernel/storage-s3.ts'

/** Where the bytes of files are; what they mean is in the database. Names are made by us and never change their content. */
export type Storage = {
  /** Whole or not at all: nobody ever reads half of it. */
  write: (name: string, content: Buffer, type: string) => Promise<void>
  read: (name: string) => Promise<{ bytes: number; content: Readable } | null>
  /** What is not there is removed already. */
  remove: (name: string) => Promise<void>
  /** Everything in a folder and below it, with the moment at which it was written. */
  list: (folder: string) => AsyncIterable<{ name: string; writtenAt: Date }>
}

export type StorageConfig = { folder: string } | { s3: S3Options }

export const openStorage = (config: StorageConfig): Storage =>
  guarded('s3' in config ? openS3Storage(config.s3) : openDiskStorage(config.folder))

const wellFormed = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z0-9]+)?$/

/** A name that we did not make never reaches a file system or another server. */
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
