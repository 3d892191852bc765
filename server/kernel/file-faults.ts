import { relative, resolve } from 'node:path'
import { codeOf } from '#server/kernel/error-facts.ts'

/** What the operating system says of a file or folder, in words; the names are its own. */
export const fileFaults: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be used by this user of the machine',
  EPERM: 'may not be used by this user of the machine',
  EISDIR: 'is a folder, and a file is needed',
  ENOTDIR: 'is a file, and a folder is needed',
  ENOSPC: 'is on a disk that is full',
  EROFS: 'is on a disk that can only be read',
}

/** The same of a folder that is created if it does not exist. */
export const folderFaults: Record<string, string> = {
  ...fileFaults,
  ENOENT: 'does not exist and cannot be created',
  ENOTDIR: 'is a file, or is below one',
}

/** Returns a sentence about a file that cannot be used; undefined if the error has another cause. */
export function fileFault(error: unknown, path: string): string | undefined {
  const words = fileFaults[codeOf(error)]
  return words && `${path} ${words}.`
}

/** Returns the path of the file or folder that an error of the file system names. */
export const pathIn = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined

/** Says what to do about a file or folder that an error names; undefined if it names none or has another cause. */
export function fileAdvice(error: unknown, dataDir: string): string | undefined {
  const path = pathIn(error)
  if (path === undefined) return undefined
  const isOfData = !relative(resolve(dataDir), resolve(path)).startsWith('..')
  const fault = fileFault(error, path)
  return (
    fault &&
    `${fault} ${isOfData ? 'Correct this, or set DATA_DIR to another folder.' : 'Correct this and try again.'}`
  )
}
