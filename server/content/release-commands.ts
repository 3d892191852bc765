import { entriesOf } from '#contract/entries.ts'
import { shippedLegal } from '#server/content/shipped-legal.ts'
import * as store from '#server/content/store.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'

const reason =
  'A new release changes this text in substance, so everybody who has an account already is asked whether they agree.'

const editionsOf = (texts: typeof shippedLegal): store.ShippedEdition[] =>
  entriesOf(texts).map(([slug, { changedOn }]) => ({ slug, changedOn }))

/**
 * Publishes the shipped legal texts that this release changes in substance, at the first start with it. A text of the
 * operator's own stays, and then nobody is asked.
 */
export async function publishRelease(deps: Deps, texts = shippedLegal): Promise<void> {
  const known = await store.findShippedEditions(deps.db)
  const isKnown = ({ slug, changedOn }: store.ShippedEdition) =>
    known.some((one) => one.slug === slug && one.changedOn === changedOn)
  const added = editionsOf(texts).filter((one) => !isKnown(one))
  if (added.length === 0) return
  await ensureTransaction(deps, async (deps) => {
    // Another process may start at the same time.
    await store.lockVersions(deps.db)
    for (const edition of added) await publishEdition(deps, edition)
  })
}

async function publishEdition({ db, now }: TxDeps, edition: store.ShippedEdition): Promise<void> {
  const at = now()
  if (!(await store.insertShippedEdition(db, edition, at))) return
  const key = { kind: 'legal', slug: edition.slug } as const
  const [shown] = await store.findShownOf(db, key, at)
  if (shown && shown.change !== 'shipped') return
  const [newest] = await store.findVersions(db, key, { before: undefined, limit: 1 })
  await store.insertVersion(db, {
    ...key,
    version: (newest?.version ?? 0) + 1,
    change: 'shipped',
    written: null,
    inSubstance: true,
    publishAt: at,
    reason,
    accountId: null,
    at,
  })
  await announce(db, 'content')
}
