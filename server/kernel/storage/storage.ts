import type { Readable } from 'node:stream'

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
