import type { Readable } from 'node:stream'
import { partName, sealContextOf } from '#server/exports/address.ts'
import { makeArchive, type Owner } from '#server/exports/archive-commands.ts'
import { claimSeconds, endOf, mostAttempts, partBytes } from '#server/exports/export.ts'
import { failedLetter, readyLetter } from '#server/exports/mails.ts'
import * as store from '#server/exports/store.ts'
import { removeArchive } from '#server/exports/sweep-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { seal } from '#server/kernel/seal.ts'
import { notify } from '#server/notices/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

type Attempt = Pick<store.ExportRow, 'id' | 'attempt' | 'account_id' | 'staff_reason'>

/** Thrown when a newer attempt has started, or the account is gone. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

const claimEnd = ({ now }: Pick<Deps, 'now'>) => new Date(now().getTime() + claimSeconds * 1000)

/**
 * Makes the archive of one copy. The claim keeps other workers away as long as this one reports progress; the parts of
 * an attempt count only once it is complete.
 */
export async function prepareExport(deps: Deps, exportId: string): Promise<void> {
  const attempt = await ensureTransaction(deps, (deps) =>
    store.claim(deps.db, exportId, deps.now(), claimEnd(deps)),
  )
  if (!attempt) return
  const owner = await store.findSubject(deps.db, attempt.account_id)
  // When an account is erased, a separate job removes its copies.
  if (!owner) return
  if (attempt.attempt > mostAttempts) return giveUp(deps, attempt, owner)
  try {
    const stored = await createAndStore(deps, attempt, owner)
    const replaced = await ensureTransaction(deps, (deps) => complete(deps, attempt, owner, stored))
    for (const { id } of replaced) await removeArchive(deps, id)
  } catch (error) {
    await removeArchive(deps, exportId, attempt.attempt)
    if (error instanceof Overtaken) return
    deps.log.error({ err: error, exportId, attempt: attempt.attempt }, 'a copy of data could not be made')
    // The queue retries; if it has given up on this job, the next sweep restarts it.
    await ensureTransaction(deps, (deps) =>
      store.saveAttempt(deps.db, attempt, { claimed_until: deps.now() }),
    )
    throw error
  }
}

/** Number of times the progress is saved over the whole archive. */
const progressSteps = 50

type StoredArchive = { parts: number; bytes: number }

async function createAndStore(deps: Deps, attempt: Attempt, owner: Owner): Promise<StoredArchive> {
  let shown = 0
  const onStep = async (done: number, steps: number) => {
    const share = Math.floor((done / steps) * progressSteps)
    if (share === shown) return
    shown = share
    const change = { done, steps, claimed_until: claimEnd(deps) }
    if (!(await ensureTransaction(deps, ({ db }) => store.saveAttempt(db, attempt, change))))
      throw new Overtaken()
  }
  return makeArchive(deps, owner, { read: (archive) => storeArchive(deps, attempt, archive), onStep })
}

/** Stores the archive in parts, each sealed for its position, because it can contain door codes. */
async function storeArchive(
  { storage, site }: Deps,
  { id, attempt }: Attempt,
  output: Readable,
): Promise<StoredArchive> {
  let [parts, bytes, waiting] = [0, 0, 0]
  let chunks: Buffer[] = []
  const flush = async () => {
    const sealed = seal(site, sealContextOf(id, attempt, parts), Buffer.concat(chunks))
    await storage.write(partName(id, attempt, parts), sealed, 'application/octet-stream')
    parts += 1
    bytes += waiting
    chunks = []
    waiting = 0
  }
  for await (const chunk of output as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    waiting += chunk.length
    if (waiting >= partBytes) await flush()
  }
  if (waiting > 0) await flush()
  return { parts, bytes }
}

/** Marks the copy as ready; returns the earlier copies that it replaces. */
async function complete(
  deps: TxDeps,
  attempt: Attempt,
  owner: Owner,
  { parts, bytes }: StoredArchive,
): Promise<{ id: string }[]> {
  const at = deps.now()
  const endsAt = endOf(at)
  const isCurrent = await store.saveAttempt(deps.db, attempt, {
    state: 'ready',
    parts,
    bytes,
    claimed_until: null,
    finished_at: at,
    ends_at: endsAt,
  })
  if (!isCurrent) throw new Overtaken()
  const replaced = await store.endOthers(deps.db, attempt.account_id, attempt.id, at)
  const { settings } = await currentSettings(deps.db)
  await notifyOwner(deps, attempt, {
    title: 'The copy of your data is ready',
    mail: {
      ...readyLetter(factsOf(deps, attempt, owner), { endsAt, timeZone: settings.timeZone }),
      kind: 'data-export-ready',
    },
  })
  return replaced
}

const factsOf = ({ site }: TxDeps, { staff_reason: staffReason }: Attempt, { name }: Owner) => ({
  name,
  site,
  staffReason,
})

async function giveUp(deps: Deps, attempt: Attempt, owner: Owner): Promise<void> {
  await ensureTransaction(deps, async (deps) => {
    const change = { state: 'failed', claimed_until: null, finished_at: deps.now() } as const
    if (!(await store.saveAttempt(deps.db, attempt, change))) return
    await notifyOwner(deps, attempt, {
      title: 'The copy of your data could not be made',
      mail: { ...failedLetter(factsOf(deps, attempt, owner)), kind: 'data-export-failed' },
    })
  })
}

type Words = Pick<Parameters<typeof notify>[1], 'title' | 'mail'>

const notifyOwner = (deps: TxDeps, { id, account_id: accountId }: Attempt, words: Words): Promise<void> =>
  notify(deps, {
    accountId,
    kind: 'data-export',
    path: '/account/data',
    subjectId: id,
    onceKey: `data-export ${id}`,
    ...words,
  })
