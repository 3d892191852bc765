import { randomBytes } from 'node:crypto'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { hookedEvents, maxByHand, maxWebhooks, testEvent } from '#contract/webhooks/codes.ts'
import type * as contract from '#contract/webhooks/webhooks.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { checkUrl, FetchRefused, strictPolicy } from '#server/kernel/http/safe-fetch.ts'
import { newId } from '#server/kernel/ids.ts'
import { writeSecret } from '#server/kernel/outside/webhook.ts'
import { Problem } from '#server/kernel/problem.ts'
import { isSealedNow, type Resealed, seal, tryUnseal } from '#server/kernel/seal.ts'
import { notify } from '#server/notices/commands.ts'
import { newWebhookLetter } from '#server/webhooks/mails.ts'
import { messageOf, type NamedBooking } from '#server/webhooks/message.ts'
import * as store from '#server/webhooks/store.ts'
import { viewDelivery, viewWebhook } from '#server/webhooks/view.ts'

const hourMs = 3_600_000

/** The context that a sealed secret is bound to; it must not change, because stored secrets were sealed with it. */
export const sealContext = (webhookId: string): string => `webhook.secret:${webhookId}`

const refused = (rule: string, detail: string) => new Problem('webhook-refused', { rule, detail })

const refusalTexts: Partial<Record<FetchRefused['reason'], string>> = {
  scheme: 'The address has to begin with https://.',
  credentials:
    'The address contains a user name or a password. The signature of each message proves where it is from.',
  port: 'The address contains a port. Only the standard https port is allowed.',
}

function checkedAddress({ webhookPolicy = strictPolicy }: Deps, given: string): URL {
  try {
    return checkUrl(webhookPolicy, given)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw refused(
      error.reason,
      refusalTexts[error.reason] ?? 'This address does not lead to a public server.',
    )
  }
}

type Webhooks = EndpointResponse<typeof contract.listWebhooks>
/** A person with webhooks, or the site. */
export type Listener = { accountId: store.Whose }
export const ofSite: Listener = { accountId: null }

export const listWebhooks = async ({ db }: Deps, { accountId }: Listener): Promise<Webhooks> => ({
  items: (await store.findWebhooksOf(db, accountId)).map(viewWebhook),
})

function newSecret({ site }: Deps, webhookId: string): { secret: string; sealed: Buffer } {
  const secret = writeSecret(randomBytes(32))
  return { secret, sealed: seal(site, sealContext(webhookId), secret) }
}

/**
 * Adds a webhook. A person is told, because it reveals when something happens in their bookings; one of the site is
 * among the acts of staff.
 */
export function addWebhook(
  deps: Deps,
  { accountId }: Listener,
  { address, events }: HandlerInput<typeof contract.addWebhook>['body'],
): Promise<EndpointResponse<typeof contract.addWebhook>> {
  const url = checkedAddress(deps, address)
  return ensureTransaction(deps, async (deps) => {
    if ((await store.lockAndCount(deps.db, accountId)) >= maxWebhooks)
      throw new Problem('webhooks-too-many', {
        detail: `There can be up to ${maxWebhooks} webhooks. Delete one first.`,
        most: maxWebhooks,
      })
    const at = deps.now()
    const id = newId(at)
    const { secret, sealed } = newSecret(deps, id)
    const row = await store.insertWebhook(deps.db, {
      id,
      account_id: accountId,
      address: url.href,
      events,
      secret: sealed,
      created_at: at,
    })
    if (accountId !== null) await tellOfNew(deps, { accountId, host: url.host, subjectId: id })
    return { webhook: viewWebhook(row), secret }
  })
}

const tellOfNew = (
  deps: TxDeps,
  { accountId, host, subjectId }: { accountId: string; host: string; subjectId: string },
) =>
  notify(deps, {
    accountId,
    kind: 'api-key',
    title: `${host} is told of your bookings`,
    path: '/account/developers',
    subjectId,
    mail: { ...newWebhookLetter(host, deps.site), kind: 'webhook-added' },
  })

const withWebhook = <T>(
  deps: Deps,
  { accountId }: Listener,
  webhookId: string,
  act: (deps: TxDeps, webhook: store.WebhookRow) => Promise<T>,
): Promise<T> =>
  ensureTransaction(deps, async (deps) => {
    const webhook = await store.lockWebhook(deps.db, accountId, webhookId)
    if (!webhook) throw new Problem('webhook-not-found')
    return act(deps, webhook)
  })

export const changeWebhook = (
  deps: Deps,
  listener: Listener,
  webhookId: string,
  { events, isPaused }: HandlerInput<typeof contract.changeWebhook>['body'],
): Promise<contract.Webhook> =>
  withWebhook(deps, listener, webhookId, async ({ db }, webhook) => {
    // A resumed address gets the whole period again before it counts as lost.
    const isResumed = webhook.is_paused && !isPaused
    if (isPaused) await store.failWaiting(db, webhookId)
    return viewWebhook(
      await store.updateWebhook(db, webhookId, {
        events,
        is_paused: isPaused,
        ...(isResumed && { failing_since: null }),
      }),
    )
  })

export const renewSecret = (
  deps: Deps,
  listener: Listener,
  webhookId: string,
): Promise<EndpointResponse<typeof contract.renewWebhookSecret>> =>
  withWebhook(deps, listener, webhookId, async (deps) => {
    const { secret, sealed } = newSecret(deps, webhookId)
    const row = await store.updateWebhook(deps.db, webhookId, { secret: sealed })
    return { webhook: viewWebhook(row), secret }
  })

export const removeWebhook = (deps: Deps, listener: Listener, webhookId: string): Promise<Webhooks> =>
  withWebhook(deps, listener, webhookId, async (deps) => {
    await store.deleteWebhook(deps.db, webhookId)
    return listWebhooks(deps, listener)
  })

async function limitByHand(
  { db, now }: TxDeps,
  { id, is_paused: isPaused }: store.WebhookRow,
): Promise<void> {
  if (isPaused) throw refused('paused', 'This webhook is paused. Resume it first.')
  const since = new Date(now().getTime() - hourMs)
  if ((await store.countByHand(db, id, since)) >= maxByHand)
    throw refused('too-many', `You can send up to ${maxByHand} messages by hand within an hour.`)
}

export const sendTest = (
  deps: Deps,
  listener: Listener,
  webhookId: string,
): Promise<contract.WebhookDelivery> =>
  withWebhook(deps, listener, webhookId, async (deps, webhook) => {
    await limitByHand(deps, webhook)
    return viewDelivery(await queue(deps, webhook, testEvent, null))
  })

export async function listDeliveries(
  { db }: Deps,
  { accountId }: Listener,
  webhookId: string,
  { cursor, limit }: HandlerInput<typeof contract.listWebhookDeliveries>['query'],
): Promise<EndpointResponse<typeof contract.listWebhookDeliveries>> {
  if (!(await store.findWebhook(db, accountId, webhookId))) throw new Problem('webhook-not-found')
  const rows = await store.findDeliveries(db, webhookId, readListPosition(cursor), limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.created_at, last.id])
  return { items: shown.map(viewDelivery), nextCursor }
}

/** Sends a message again, with its id and body as they were; a failure is retried like the first time. */
export const replayDelivery = (
  deps: Deps,
  listener: Listener,
  { webhookId, deliveryId }: HandlerInput<typeof contract.replayWebhookDelivery>['params'],
): Promise<contract.WebhookDelivery> =>
  withWebhook(deps, listener, webhookId, async (deps, webhook) => {
    await limitByHand(deps, webhook)
    const delivery = await store.lockDelivery(deps.db, webhookId, deliveryId)
    if (!delivery) throw new Problem('webhook-not-found')
    const at = deps.now()
    const renewed = await store.updateDelivery(deps.db, deliveryId, {
      state: 'waiting',
      attempts: 0,
      next_at: at,
      by_hand_at: at,
    })
    await deps.enqueue(deps.db, 'webhooks.deliver', { deliveryId })
    return viewDelivery(renewed!)
  })

async function queue(
  deps: TxDeps,
  { id: webhookId, account_id: accountId }: Pick<store.WebhookRow, 'id' | 'account_id'>,
  event: (typeof hookedEvents)[number] | typeof testEvent,
  booking: NamedBooking | null,
): Promise<store.DeliveryRow> {
  const at = deps.now()
  const id = newId(at)
  const bookingsUrl = `${deps.site.url}${accountId === null ? '/v1/admin/bookings' : '/v1/bookings'}`
  const row = await store.insertDelivery(deps.db, {
    id,
    webhook_id: webhookId,
    event,
    booking_number: booking && booking.number,
    body: JSON.stringify(messageOf({ id, at, bookingsUrl }, event, booking)),
    state: 'waiting',
    next_at: at,
    by_hand_at: booking ? null : at,
    created_at: at,
  })
  await deps.enqueue(deps.db, 'webhooks.deliver', { deliveryId: id })
  return row
}

/**
 * Writes the messages about an event of a booking, in its transaction, to the webhooks of those who see the booking and
 * of the site.
 */
export async function queueBookingEvent(
  deps: TxDeps,
  booking: NamedBooking,
  { event, accountIds }: { event: string; accountIds: readonly string[] },
): Promise<void> {
  const hooked = hookedEvents.find((one) => one === event)
  if (!hooked) return
  const listening = await store.findListening(deps.db, accountIds, hooked)
  for (const webhook of listening) await queue(deps, webhook, hooked, booking)
}

export const deleteWebhooksOf = (deps: Deps, accountId: string) =>
  ensureTransaction(deps, ({ db }) => store.deleteWebhooksOf(db, accountId))

export const deleteOldDeliveries = (deps: Deps, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteOldDeliveries(db, before, limit))

const batchSize = 200

/** Seals with the current secret of the instance every secret sealed with an earlier one. */
export async function resealWebhooks(deps: Pick<Deps, 'db' | 'site'>): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: 0 }
  let rows = await store.findSealed(deps.db, null, batchSize)
  while (rows.length > 0) {
    for (const row of rows.filter(({ secret }) => !isSealedNow(deps.site, secret))) {
      const context = sealContext(row.id)
      const unsealed = tryUnseal(deps.site, context, row.secret)
      if (unsealed === null) done.unreadable += 1
      else {
        await ensureTransaction(deps, (deps) =>
          store.replaceSealed(deps.db, row, seal(deps.site, context, unsealed)),
        )
        done.resealed += 1
      }
    }
    rows = await store.findSealed(deps.db, rows.at(-1)!.id, batchSize)
  }
  return done
}
