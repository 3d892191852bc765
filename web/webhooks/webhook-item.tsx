import { useState } from 'react'
import type { HookedEvent } from '#contract/webhooks/codes.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatInstant, plural } from '#web/format.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { Deliveries } from '#web/webhooks/deliveries.tsx'
import { EventChoice } from '#web/webhooks/event-choice.tsx'
import type { WebhookCalls } from '#web/webhooks/webhook-calls.ts'

type WebhookItemProps = {
  webhook: Webhook
  person: Person
  calls: WebhookCalls
  onChange: (changed: Webhook) => void
  onRemoved: (left: readonly Webhook[]) => void
  onSecret: (webhook: Webhook, secret: string) => void
}
type Question = 'remove' | 'renew'

const questions = {
  remove: {
    title: 'Delete this webhook?',
    confirm: 'Delete it',
    text: 'Nothing more is sent to this address, and its log is deleted.',
  },
  renew: {
    title: 'Make a new secret?',
    confirm: 'Make a new one',
    text: 'From now on messages are signed with the new secret only. Store it on your server at once, or it will refuse them.',
  },
} as const

/** The calls of one webhook; those that give a secret need a recent sign-in. */
function useWebhook({ webhook, person, calls, onChange, onRemoved, onSecret }: WebhookItemProps) {
  const { run, ...form } = useProtectedForm(person)
  const say = async (words: string) => (await loadToast()).success(words)
  const save = (change: { events?: readonly HookedEvent[]; isPaused?: boolean }, done: string) =>
    run(
      async () => {
        const { events = webhook.events, isPaused = webhook.isPaused } = change
        onChange(await calls.change(webhook.id, { events: [...events], isPaused }))
        await say(done)
      },
      { what: 'save' },
    )
  const answer = (question: Question) =>
    run(
      async () => {
        if (question === 'remove') {
          onRemoved((await calls.remove(webhook.id)).items)
          return say('The webhook is deleted')
        }
        const { secret } = await calls.renew(webhook.id)
        return onSecret(webhook, secret)
      },
      { what: question },
    )
  return { save, answer, ...form }
}

export function WebhookItem(props: WebhookItemProps) {
  const { webhook, calls } = props
  const { save, answer, pending, errors, attempt, dialog } = useWebhook(props)
  const [open, setOpen] = useState<Part | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const confirm = async (asked: Question) => {
    setQuestion(null)
    await answer(asked)
  }
  const saving = pending === 'save' && 'Saving…'
  return (
    <li aria-label={webhook.address} className="grid gap-4 py-4 first:pt-0">
      <WebhookHead webhook={webhook} />
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        <OpenButton part="log" open={open} onOpen={setOpen} />
        <OpenButton part="events" open={open} onOpen={setOpen} />
        <PauseButton isPaused={webhook.isPaused} pending={saving} save={save} />
        <Button size="small" onClick={() => setQuestion('renew')}>
          New secret
        </Button>
        <Button size="small" onClick={() => setQuestion('remove')}>
          Delete the webhook
        </Button>
      </div>
      {open === 'events' && (
        <EventForm
          webhook={webhook}
          pending={saving}
          onSave={(events) => void save({ events }, 'The choice is saved')}
        />
      )}
      {open === 'log' && <Deliveries webhook={webhook} calls={calls} />}
      {question && (
        <AlertDialog
          open
          onClose={() => setQuestion(null)}
          title={questions[question].title}
          safeLabel="Keep it as it is"
          confirmLabel={questions[question].confirm}
          onConfirm={() => void confirm(question)}
        >
          {questions[question].text}
        </AlertDialog>
      )}
      {dialog}
    </li>
  )
}

type Part = 'log' | 'events'
type OpenButtonProps = { part: Part; open: Part | null; onOpen: (open: Part | null) => void }

function OpenButton({ part, open, onOpen }: OpenButtonProps) {
  const isOpen = open === part
  return (
    <Button size="small" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : part)}>
      {part === 'log' ? 'Log' : 'Events'}
    </Button>
  )
}

type PauseButtonProps = {
  isPaused: boolean
  pending: string | false
  save: (change: { isPaused: boolean }, done: string) => Promise<void>
}

function PauseButton({ isPaused, pending, save }: PauseButtonProps) {
  const done = isPaused ? 'The webhook is resumed' : 'The webhook is paused'
  return (
    <Button size="small" pending={pending} onClick={() => void save({ isPaused: !isPaused }, done)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}

function WebhookHead({
  webhook: { address, isPaused, events, failingSince, createdAt },
}: {
  webhook: Webhook
}) {
  const zone = useViewerZone()
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {address}
        {isPaused && <Badge tone="gold">Paused</Badge>}
        {!isPaused && failingSince && <Badge tone="rust">Fails</Badge>}
      </span>
      <span className="text-sm text-ink-2">
        {`${plural(events.length, 'event', 'events')} · added ${formatInstant(createdAt, zone)}`}
        {failingSince && ` · has failed since ${formatInstant(failingSince, zone)}`}
      </span>
    </div>
  )
}

type EventFormProps = {
  webhook: Webhook
  pending: string | false
  onSave: (events: readonly HookedEvent[]) => void
}

function EventForm({ webhook, pending, onSave }: EventFormProps) {
  const [events, setEvents] = useState<readonly HookedEvent[]>(webhook.events)
  return (
    <div className="grid gap-4">
      <EventChoice chosen={events} onChange={setEvents} />
      <Button
        kind="primary"
        className="justify-self-start"
        disabled={events.length === 0}
        pending={pending}
        onClick={() => onSave(events)}
      >
        Save the choice
      </Button>
    </div>
  )
}
