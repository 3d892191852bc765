import { responseBytes } from '#contract/webhooks/codes.ts'
import { staffWith } from '#server/accounts/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { sendWebhook, signatureHeaders, type WebhookOutcome } from '#server/kernel/outside/webhook.ts'
import { tryUnseal } from '#server/kernel/seal.ts'
import { notify } from '#server/notices/commands.ts'
import { sealContext } from '#server/webhooks/commands.ts'
import { pausedLetter, sitePath, sitePausedLetter } from '#server/webhooks/mails.ts'
import { goneStatus, isLost, isSuccess, nextAttemptAt } from '#server/webhooks/retry.ts'
import * as store from '#server/webhooks/store.ts'

/** Until then no other worker takes a message that is being sent; longer than an attempt lasts. */
const claimMs = 60_000
type Outcome = Omit<WebhookOutcome, 'failure'> & { failure: WebhookOutcome['failure'] | 'secret' }

const batch = 30
const concurrency = 6

/** Sends the messages that are due, several at once, or one that was just written. */
export async function deliverDue(deps: Deps, id?: string): Promise<void> {
  const at = deps.now()
  const again = new Date(at.getTime() + claimMs)
  const due = await store.takeDue(deps.db, { at, again, most: batch, id })
  const waiting = due.values()
  const work = async () => {
    for (const delivery of waiting) await deliver(deps, delivery)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (due.length === batch)
    await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'webhooks.deliver', {}))
}

/** No secret of the instance opens the secret of the webhook, so its person has to make a new one. */
const unsigned: Outcome = { status: null, tookMs: 0, response: null, failure: 'secret' }

async function deliver(deps: Deps, delivery: store.DeliveryRow): Promise<void> {
  const webhook = await store.findReceiver(deps.db, delivery.webhook_id)
  if (!webhook) return
  const { id, body } = delivery
  const secret = tryUnseal(deps.site, sealContext(webhook.id), webhook.secret)
  const outcome =
    secret === null
      ? unsigned
      : await sendWebhook(webhook.address, signatureHeaders(secret, { id, at: deps.now(), body }), body, {
          maxBytes: responseBytes,
          policy: deps.webhookPolicy,
        })
  await ensureTransaction(deps, (deps) => note(deps, delivery, outcome))
}

/** Notes what came of an attempt; a webhook that has failed for days, or wants nothing more, is paused. */
async function note(
  deps: TxDeps,
  { id, webhook_id: webhookId, attempts: before }: store.DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const webhook = await store.lockReceiver(deps.db, webhookId)
  if (!webhook) return
  const at = deps.now()
  const attempts = before + 1
  const { status, tookMs, response, failure } = outcome
  const isDone = isSuccess(status)
  const nextAt = isDone || webhook.is_paused ? null : nextAttemptAt(attempts, at)
  await store.updateDelivery(deps.db, id, {
    attempts,
    tried_at: at,
    status,
    took_ms: tookMs,
    response,
    failure,
    state: isDone ? 'delivered' : nextAt ? 'waiting' : 'failed',
    next_at: nextAt,
  })
  if (isDone) {
    if (webhook.failing_since) await store.updateWebhook(deps.db, webhookId, { failing_since: null })
    return
  }
  const failingSince = webhook.failing_since ?? at
  const isGone = status === goneStatus
  if (isGone || isLost(failingSince, at)) return pause(deps, webhook, isGone)
  if (!webhook.failing_since) await store.updateWebhook(deps.db, webhookId, { failing_since: failingSince })
}

async function pause(deps: TxDeps, webhook: store.WebhookRow, isGone: boolean): Promise<void> {
  if (webhook.is_paused) return
  await store.updateWebhook(deps.db, webhook.id, { is_paused: true })
  await store.failWaiting(deps.db, webhook.id)
  const { host } = new URL(webhook.address)
  const { id: subjectId, account_id: accountId } = webhook
  if (accountId === null) return tellStaff(deps, { host, isGone, subjectId })
  await notify(deps, {
    accountId,
    kind: 'account-news',
    title: `Your webhook to ${host} is paused`,
    path: '/account/developers',
    subjectId,
    mail: { ...pausedLetter({ host, isGone, site: deps.site }), kind: 'webhook-paused' },
  })
}

type Paused = { host: string; isGone: boolean; subjectId: string }

async function tellStaff(deps: TxDeps, { host, isGone, subjectId }: Paused): Promise<void> {
  const letter = sitePausedLetter({ host, isGone, site: deps.site })
  for (const { id: accountId } of await staffWith(deps.db, 'integrations.change'))
    await notify(deps, {
      accountId,
      kind: 'decision-needed',
      title: letter.subject,
      path: sitePath,
      subjectId,
      mail: { ...letter, kind: 'webhook-paused' },
    })
}
