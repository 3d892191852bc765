import type { SiteKey } from '#contract/keys/desk.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { siteKeys } from '#web/admin/parts/site-keys.tsx'
import { siteWebhooks } from '#web/admin/parts/site-webhooks.ts'
import type { Person } from '#web/identity/security/person.ts'
import { KeysCard } from '#web/keys/keys-card.tsx'
import { WebhooksCard } from '#web/webhooks/webhooks-card.tsx'

export type IntegrationsProps = {
  person: Person
  keys: readonly SiteKey[]
  webhooks: readonly Webhook[]
}

/** The content of the page, apart from it so that its code does not move what the pages of the account load first. */
export default function Integrations({ person, keys, webhooks }: IntegrationsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <KeysCard person={person} initial={keys} kind={siteKeys}>
        <p className="max-w-measure text-ink-2">
          A program that has a key reads what you allow, of all bookings and all people. It changes nothing,
          and sees no addresses, e-mail addresses or messages.
        </p>
      </KeysCard>
      <WebhooksCard
        person={person}
        initial={webhooks}
        calls={siteWebhooks}
        label="Webhooks of the site, the newest first"
      >
        Your server is told at once when something happens in any booking. Each message is signed and names
        the booking, but no people.
      </WebhooksCard>
    </div>
  )
}
