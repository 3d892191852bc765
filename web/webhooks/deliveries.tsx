import { useCallback, useEffect, useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { ignoreRequestError } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { WebhookCalls } from '#web/webhooks/webhook-calls.ts'
import { eventWords, outcomeWords, stateWords } from '#web/webhooks/webhook-words.ts'

const everyMilliseconds = 2_000
const most = 50

/** The messages of the last days; read again while one is being sent for the first time. */
function useDeliveries({ id: webhookId }: Webhook, calls: WebhookCalls) {
  const [items, setItems] = useState<readonly WebhookDelivery[] | null>(null)
  const [failed, setFailed] = useState(false)
  const { run, ...saving } = useSaving()
  const read = useCallback(async () => {
    const answer = await calls.deliveries(webhookId, most)
    setItems(answer.items)
    setFailed(false)
  }, [calls, webhookId])
  const isRunning = items?.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ?? false
  useEffect(() => {
    read().catch((error: unknown) => {
      ignoreRequestError(error)
      setFailed(true)
    })
  }, [read])
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void read().catch(ignoreRequestError), everyMilliseconds)
    return () => clearInterval(timer)
  }, [isRunning, read])
  const test = () =>
    run(async () => {
      await calls.test(webhookId)
      await read()
    })
  const replay = (deliveryId: string) =>
    run(async () => {
      await calls.replay(webhookId, deliveryId)
      await read()
    })
  return { items, failed, test, replay, read: () => run(read), ...saving }
}

export function Deliveries({ webhook, calls }: { webhook: Webhook; calls: WebhookCalls }) {
  const { items, failed, test, replay, read, pending, errors, attempt } = useDeliveries(webhook, calls)
  return (
    <div className="grid gap-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        <Button size="small" disabled={webhook.isPaused || pending} onClick={() => void test()}>
          Send a test message
        </Button>
        <Button size="small" disabled={pending} onClick={() => void read()}>
          Read again
        </Button>
      </div>
      {failed && <Notice kind="warning">The log could not be loaded. Try to read it again.</Notice>}
      {items === null ? (
        !failed && (
          <Loading label="Loading the log">
            <Skeleton className="h-24 rounded-card" />
          </Loading>
        )
      ) : items.length === 0 ? (
        <p className="text-ink-2">Nothing was sent in the last 30 days.</p>
      ) : (
        <ul aria-label="Messages, the newest first" className="grid gap-3">
          {items.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              mayReplay={!webhook.isPaused && !pending}
              onReplay={() => void replay(delivery.id)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type DeliveryProps = { delivery: WebhookDelivery; mayReplay: boolean; onReplay: () => void }

function Delivery({ delivery, mayReplay, onReplay }: DeliveryProps) {
  const { event, bookingNumber, state, attempts, createdAt, nextAt, body, response } = delivery
  const zone = useViewerZone()
  const { label, tone } = stateWords[state]
  return (
    <li className="grid gap-1 rounded-card border border-line p-4">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-medium">{eventWords[event]}</span>
        {bookingNumber && <span className="text-sm text-ink-2">{bookingNumber}</span>}
      </span>
      <span className="text-sm text-ink-2">
        {`${formatInstant(createdAt, zone)} · attempts: ${attempts}`}
        {nextAt && attempts > 0 && ` · next attempt ${formatInstant(nextAt, zone)}`}
      </span>
      <span className="text-sm">{outcomeWords(delivery)}</span>
      <details>
        <summary className="link w-fit py-2 text-sm">Message and answer</summary>
        <div className="grid gap-2 text-sm">
          <pre className="overflow-x-auto wrap-anywhere whitespace-pre-wrap">{body}</pre>
          {response && (
            <>
              <p className="font-medium">The beginning of the answer</p>
              <pre className="overflow-x-auto wrap-anywhere whitespace-pre-wrap">{response}</pre>
            </>
          )}
        </div>
      </details>
      <Button size="small" className="justify-self-start" disabled={!mayReplay} onClick={onReplay}>
        Send it again
      </Button>
    </li>
  )
}
