import { kindOf } from '#contract/notices/kinds.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { type Push, sendPush } from '#server/kernel/outside/push.ts'
import { pushKeysOf } from '#server/notices/device-commands.ts'
import * as store from '#server/notices/device-store.ts'
import { topicWords } from '#server/notices/words.ts'

const hourSeconds = 3_600

/** Queues one job for each browser, so that a failing push service causes no repetition at the others. */
export async function queuePushes(deps: TxDeps, noticeId: string, accountId: string): Promise<void> {
  const devices = await store.listDevices(deps.db, accountId)
  await Promise.all(
    devices.map(({ id: deviceId }) => deps.enqueue(deps.db, 'notices.push', { deviceId, noticeId })),
  )
}

/** Holds a push until the end of the quiet hours. */
export const holdPush = (tx: Tx, noticeId: string, accountId: string, dueAt: Date) =>
  store.holdPush(tx, noticeId, accountId, dueAt)

const batch = 200

/** Queues the pushes whose quiet hours are over. */
export async function queueHeldPushes(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await ensureTransaction(deps, async (deps) => {
      const due = await store.takeDuePushes(deps.db, deps.now(), batch)
      for (const { notice_id: noticeId, account_id: accountId, read_at: readAt } of due)
        if (!readAt) await queuePushes(deps, noticeId, accountId)
      return due.length
    })
    if (taken < batch) return
  }
}

/** Sends one push to one browser. A second run replaces the first notification. An expired subscription is deleted. */
export async function pushTo(
  deps: Deps,
  { deviceId, noticeId }: { deviceId: string; noticeId: string | null },
): Promise<void> {
  const device = await store.findDevice(deps.db, deviceId)
  if (!device) return
  const push = noticeId === null ? trial(deps.site.name) : await pushOf(deps, noticeId, device.account_id)
  if (!push) return
  const contact = `mailto:${deps.site.operator.email}`
  const outcome = await sendPush(device, push, { ...(await pushKeysOf(deps)), contact }, deps.pushPolicy)
  if (outcome === 'gone') await ensureTransaction(deps, ({ db }) => store.deleteDevice(db, deviceId))
}

/** The payload for the service worker (`web/notices/push-worker.ts`). */
type Payload = { title: string; body: string; path: string; tag: string }
const payloadOf = (payload: Payload) => JSON.stringify(payload)

/** Returns null if the notice was read meanwhile or the browser now belongs to another account. */
async function pushOf(deps: Deps, noticeId: string, accountId: string): Promise<Push | null> {
  const notice = await store.findNoticeToPush(deps.db, noticeId)
  if (!notice || notice.read_at || notice.account_id !== accountId) return null
  const { topic, urgency } = kindOf(notice.kind)
  const isUrgent = urgency === 'now'
  return {
    payload: payloadOf({
      title: deps.site.name,
      body: notice.push_shows_title ? notice.title : topicWords[topic].push,
      path: notice.path,
      tag: notice.id,
    }),
    ttlSeconds: (isUrgent ? 2 : 24) * hourSeconds,
    isUrgent,
    ...(notice.gather_key ? { topic: notice.id.replaceAll('-', '') } : {}),
  }
}

const trial = (siteName: string): Push => ({
  payload: payloadOf({
    title: siteName,
    body: 'It works: notifications will look like this.',
    path: '/account/notices/settings',
    tag: 'trial',
  }),
  ttlSeconds: 60,
  isUrgent: true,
})
