import { bookingFiles } from '#server/exports/booking-store.ts'
import { othersFiles, ownFiles } from '#server/exports/file-store.ts'
import { moneyFiles } from '#server/exports/money-store.ts'
import { peopleFiles } from '#server/exports/people-store.ts'
import type { CopyFile } from '#server/exports/section-store.ts'
import { wordFiles } from '#server/exports/word-store.ts'

/** All table data in a copy, in the order of the archive; must match `server/privacy/privacy.ts`. */
export const copyFiles: readonly CopyFile[] = [
  ...peopleFiles,
  ...bookingFiles,
  ...moneyFiles,
  ...wordFiles,
  {
    name: 'files',
    about: 'Details of your photos and documents; the files themselves are in the folder `files`',
    sections: [ownFiles, othersFiles],
  },
]
