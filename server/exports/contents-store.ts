import { bookingFiles } from '#server/exports/booking-store.ts'
import { othersFiles, ownFiles } from '#server/exports/file-store.ts'
import { moneyFiles } from '#server/exports/money-store.ts'
import { peopleFiles } from '#server/exports/people-store.ts'
import type { CopyFile } from '#server/exports/section-store.ts'
import { wordFiles } from '#server/exports/word-store.ts'

/** Everything in a copy that comes from tables, in the order of the archive; `server/privacy/privacy.ts` is its measure. */
export const copyFiles: readonly CopyFile[] = [
  ...peopleFiles,
  ...bookingFiles,
  ...moneyFiles,
  ...wordFiles,
  {
    name: 'files',
    about: 'What is known of your photos and documents; the files themselves are in the folder `files`',
    sections: [ownFiles, othersFiles],
  },
]
