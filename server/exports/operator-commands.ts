import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Person } from '#server/accounts/role-commands.ts'
import { makeArchive } from '#server/exports/archive-commands.ts'
import * as store from '#server/exports/store.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

const reportEveryPercent = 10

/**
 * Writes the archive for somebody who cannot sign in, into a new file that only the system user may read. The audit
 * entry is written first.
 */
export async function exportToFile(
  deps: Deps,
  { uid, accountId }: Pick<Person, 'uid' | 'accountId'>,
  path: string,
  onProgress: (percent: number) => void,
): Promise<{ bytes: number }> {
  const owner = accountId === null ? undefined : await store.findSubject(deps.db, accountId)
  if (!owner)
    throw new Problem('account-not-found', { detail: 'This person has not created their account yet.' })
  await ensureTransaction(deps, (deps) => audit(deps, 'data-exported', uid, null, {}))
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let lastReported = 0
  const onStep = async (done: number, steps: number) => {
    const percent = Math.floor((done / steps) * 100)
    if (percent < lastReported + reportEveryPercent && done < steps) return
    lastReported = percent
    onProgress(percent)
  }
  try {
    await makeArchive(deps, owner, { read: (archive) => pipeline(archive, file), onStep })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { bytes: file.bytesWritten }
}
