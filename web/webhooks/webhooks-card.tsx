import { type ReactNode, useState } from 'react'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import type { Person } from '#web/identity/security/person.ts'
import { SecretOnce } from '#web/keys/secret-once.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NewWebhookForm } from '#web/webhooks/new-webhook-form.tsx'
import type { WebhookCalls } from '#web/webhooks/webhook-calls.ts'
import { WebhookItem } from '#web/webhooks/webhook-item.tsx'

type Shown = { host: string; secret: string }

type WebhooksCardProps = {
  person: Person
  initial: readonly Webhook[]
  calls: WebhookCalls
  /** The name of the list. */
  label: string
  /** What the webhooks are told. */
  children: ReactNode
}

/** Lists, creates and changes the webhooks of the person or of the site. */
export function WebhooksCard({ person, initial, calls, label, children }: WebhooksCardProps) {
  const [webhooks, setWebhooks] = useState(initial)
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const show = ({ address }: Webhook, secret: string) => setShown({ host: new URL(address).host, secret })
  return (
    <Card as="section" aria-labelledby="webhooks-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="webhooks-title" className="text-xl">
          Webhooks
        </h2>
        <p className="max-w-measure text-ink-2">{children}</p>
      </div>
      {shown && (
        <SecretOnce
          title={`The secret for ${shown.host}`}
          label="Signing secret"
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
      {webhooks.length > 0 && (
        <ul aria-label={label} className="grid divide-y divide-line">
          {webhooks.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              person={person}
              calls={calls}
              onChange={(changed) =>
                setWebhooks((before) => before.map((one) => (one.id === changed.id ? changed : one)))
              }
              onRemoved={setWebhooks}
              onSecret={show}
            />
          ))}
        </ul>
      )}
      {creating ? (
        <NewWebhookForm
          person={person}
          calls={calls}
          onClose={() => setCreating(false)}
          onMade={({ webhook, secret }) => {
            setWebhooks((before) => [webhook, ...before])
            show(webhook, secret)
            setCreating(false)
          }}
        />
      ) : (
        <Button className="justify-self-start" onClick={() => setCreating(true)}>
          Add a webhook
        </Button>
      )}
    </Card>
  )
}
