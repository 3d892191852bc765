import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/accounts.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import * as store from '#server/accounts/consent-store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Throws if the person has not agreed to a legal text that has changed in substance. */
export async function requireConsent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<void> {
  const consents = await store.findConsentsDue(db, accountId, now())
  if (consents.length === 0) return
  const titles = consents.map(({ title }) => title).join(', ')
  throw new Problem('consent-needed', {
    detail: `This has changed: ${titles}. Load the page again, and you are asked whether you agree. Nothing was sent.`,
    consents,
  })
}

/** Records the agreement to texts that are due; a version that has been replaced in the meantime stays due. */
export function giveConsent(
  deps: Deps,
  viewer: Viewer,
  { accountId, consents }: HandlerInput<typeof contract.giveConsent>['body'] & { accountId: string },
): Promise<EndpointResponse<typeof contract.giveConsent>> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  return ensureTransaction(deps, async ({ db, now }) => {
    const at = now()
    const due = await store.findConsentsDue(db, accountId, at)
    const given = due.filter((one) =>
      consents.some(({ slug, version }) => slug === one.slug && version === one.version),
    )
    await store.insertConsents(db, accountId, { consents: given, at })
    return { consentsDue: await store.findConsentsDue(db, accountId, at) }
  })
}

export const eraseConsents: Eraser = async ({ db }, { accountId }) => {
  await store.deleteConsents(db, accountId)
}
