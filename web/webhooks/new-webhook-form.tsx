import { type FormEvent, useState } from 'react'
import { type HookedEvent, hookedEvents } from '#contract/webhooks/codes.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { readForm } from '#web/identity/use-identity-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { EventChoice } from '#web/webhooks/event-choice.tsx'
import type { WebhookCalls } from '#web/webhooks/webhook-calls.ts'

type NewWebhookFormProps = {
  person: Person
  calls: WebhookCalls
  onMade: (made: { webhook: Webhook; secret: string }) => void
  onClose: () => void
}

export function NewWebhookForm({ person, calls, onMade, onClose }: NewWebhookFormProps) {
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)
  const [events, setEvents] = useState<readonly HookedEvent[]>(hookedEvents)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = readForm(event.currentTarget)('address').trim()
    const missing = [
      ...(address ? [] : [{ name: 'address', message: 'Write the address of your server' }]),
      ...(events.length > 0 ? [] : [{ name: 'events', message: 'Choose at least one event' }]),
    ]
    if (missing.length > 0) return refuse(missing)
    const body = { address, events: [...events] }
    void run(async () => onMade(await calls.add(body)))
  }
  return (
    <form noValidate onSubmit={submit} aria-label="New webhook" className="grid gap-5">
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextField
        label="Address of your server"
        hint="It begins with https:// and can be reached from the Internet."
        name="address"
        type="url"
        inputMode="url"
        maxLength={2000}
        error={errorFor('address')}
      />
      <EventChoice chosen={events} onChange={setEvents} error={errorFor('events')} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending && 'Adding…'}>
          Add the webhook
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      {dialog}
    </form>
  )
}
