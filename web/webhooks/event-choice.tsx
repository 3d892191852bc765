import { type HookedEvent, hookedEvents } from '#contract/webhooks/codes.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { eventWords } from '#web/webhooks/webhook-words.ts'

type EventChoiceProps = {
  chosen: readonly HookedEvent[]
  onChange: (chosen: readonly HookedEvent[]) => void
  error?: string | undefined
}

export function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
  const toggle = (event: HookedEvent, isOn: boolean) =>
    onChange(hookedEvents.filter((one) => (one === event ? isOn : chosen.includes(one))))
  return (
    <FieldGroup label="Events to send" name="events" error={error}>
      <div className="grid gap-3 sm:grid-cols-2">
        {hookedEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventWords[event]}
            hint={<code>booking.{event}</code>}
            checked={chosen.includes(event)}
            onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
