import type { Readable } from 'node:stream'

/**
 * Storage of the bytes of files; their meaning is in the database. Names are assigned by the server, and the content of
 * a name never changes.
 */
export type Storage = {
  /** Atomic: a partly written file is never read. */
  write: (name: string, content: Buffer, type: string) => Promise<void>
  read: (name: string) => Promise<{ bytes: number; content: Readable } | null>
  /** Succeeds if the file does not exist. */
  remove: (name: string) => Promise<void>
  /** Lists all files in a folder and below it, with the time at which each was written. */
  list: (folder: string) => AsyncIterable<{ name: string; writtenAt: Date }>
}
