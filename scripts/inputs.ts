import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Hashes the names and contents of files, so that a build is repeated only if one of them has changed. */
export function hashFiles(root: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}
