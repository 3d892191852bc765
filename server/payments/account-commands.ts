import type { PayoutAccount } from '#contract/payments/payments.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { type Stripe, StripeOutcomeUnknown } from '#server/kernel/outside/stripe.ts'
import { Problem } from '#server/kernel/problem.ts'
import { paymentModeOf } from '#server/payments/commands.ts'
import { noteAccount } from '#server/payments/note-commands.ts'
import { stateOfAccount } from '#server/payments/payment.ts'
import * as store from '#server/payments/store.ts'
import { Account, AccountLink } from '#server/payments/stripe-shapes.ts'

function refuseForeign(viewer: Viewer, accountId: string): void {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
}

/** Asks Stripe as long as the account is not ready, so that the sitter need not wait for a webhook. */
export async function showPayoutAccount(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<PayoutAccount> {
  refuseForeign(viewer, accountId)
  const { stripe } = deps
  if (!stripe) return { mode: paymentModeOf(deps), state: 'none' }
  const known = await store.findAccount(deps.db, viewer.accountId)
  if (!known || known.state === 'ready') return { mode: 'stripe', state: known?.state ?? 'none' }
  return answered(async () => {
    const account = await stripe.read(Account, `accounts/${known.provider_id}`)
    await ensureTransaction(deps, (deps) => noteAccount(deps, account))
    return { mode: 'stripe' as const, state: stateOfAccount(account) }
  })
}

export async function openPayoutAccount(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<{ url: string }> {
  refuseForeign(viewer, accountId)
  const { stripe, site } = deps
  if (!stripe) throw new Problem('payouts-not-offered', { detail: 'Owners pay their sitters directly here.' })
  const person = await store.findSitterPerson(deps.db, viewer.accountId)
  if (!person) throw new Problem('sitter-not-found')
  return answered(async () => {
    const account = await accountAt(deps, stripe, viewer.accountId, person)
    const earnings = `${site.url}/account/earnings`
    return stripe.send(
      AccountLink,
      'account_links',
      { account, refresh_url: earnings, return_url: earnings, type: 'account_onboarding' },
      `link/${viewer.accountId}/${deps.now().getTime()}`,
    )
  })
}

async function accountAt(
  deps: Deps,
  stripe: Stripe,
  accountId: string,
  { email, country }: { email: string; country: string | null },
): Promise<string> {
  const known = await store.findAccount(deps.db, accountId)
  if (known) return known.provider_id
  const made = await stripe.send(
    Account,
    'accounts',
    {
      type: 'express',
      country: country ?? undefined,
      email,
      'capabilities[transfers][requested]': true,
      metadata: { account: accountId },
    },
    `account/${accountId}`,
  )
  await ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    await store.insertAccount(deps.db, {
      account_id: accountId,
      provider_id: made.id,
      state: stateOfAccount(made),
      created_at: at,
      updated_at: at,
    })
  })
  return made.id
}

async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeOutcomeUnknown)) throw error
    throw new Problem('unavailable', { detail: 'The payment service does not answer.' }, 2)
  }
}
