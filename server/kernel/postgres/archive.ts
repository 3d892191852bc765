import { chownSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import type { Installation } from '#server/kernel/postgres/installation.ts'

/**
 * The folder beside the data into which PostgreSQL copies each finished segment of its log (WAL). PostgreSQL runs as
 * another user, who can reach neither a bucket nor a private folder, so the server takes the segments from here.
 */
export const spoolOf = (folder: string): string => join(folder, 'wal')

/** Relative, because the user of PostgreSQL may not traverse the folders above; it runs in the data folder. */
const spool = '../wal'

/** A segment with its final name is complete, also after a crash. */
export const archiveSettings = (seconds: number) => ({
  archive_mode: 'on',
  archive_command: `'cp "%p" "${spool}/.%f" && sync "${spool}/.%f" && mv "${spool}/.%f" "${spool}/%f"'`,
  /** A segment that is not full is finished after this time. */
  archive_timeout: seconds,
})

export function prepareSpool({ data, account }: Installation): void {
  const folder = spoolOf(dirname(data))
  createDataFolder(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
}
