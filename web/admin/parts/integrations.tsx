import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { siteWebhooks } from '#web/admin/parts/site-webhooks.ts'
import type { Person } from '#web/identity/security/person.ts'
import { WebhooksCard } from '#web/webhooks/webhooks-card.tsx'

export type IntegrationsProps = { person: Person; webhooks: readonly Webhook[] }

/** The content of the page, apart from it so that its code does not move what the pages of the account load first. */
export default function Integrations({ person, webhooks }: IntegrationsProps) {
  return (
    <WebhooksCard
      person={person}
      initial={webhooks}
      calls={siteWebhooks}
      label="Webhooks of the site, the newest first"
    >
      Your server is told at once when something happens in any booking. Each message is signed and names the
      booking, but no people.
    </WebhooksCard>
  )
}
