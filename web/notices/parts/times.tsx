import type { Digest } from '#contract/notices/kinds.ts'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { formatZone } from '#contract/words.ts'
import type { SettingsChange } from '#web/notices/use-settings.ts'
import { Card } from '#web/ui/card.tsx'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'

type TimesProps = { settings: NoticeSettings; onChange: (wish: SettingsChange) => void }

const night = { from: '22:00', to: '07:00' }
const allDay = { from: '00:00', to: '23:30', stepMinutes: 30 }

export function QuietHours({ settings, onChange }: TimesProps) {
  const { quietHours, timeZone } = settings
  const set = (change: Partial<typeof night>) => {
    const next = { ...(quietHours ?? night), ...change }
    if (next.from !== next.to) onChange({ quietHours: next })
  }
  return (
    <Card as="section" aria-labelledby="quiet" className="grid content-start gap-4">
      <h2 id="quiet" className="text-xl">
        Quiet hours
      </h2>
      <Switch
        name="quiet-hours"
        label="No mails and no pushes at night"
        hint="You still get what cannot wait: a request about to expire, or a booking that begins within a day."
        checked={quietHours !== null}
        onChange={(event) => onChange({ quietHours: event.target.checked ? night : null })}
      />
      {quietHours && (
        <div className="grid gap-2">
          <div className="grid grid-cols-2 gap-4">
            <TimeSelect
              {...allDay}
              label="From"
              name="quiet-from"
              value={quietHours.from}
              onChange={(from) => set({ from })}
            />
            <TimeSelect
              {...allDay}
              label="Until"
              name="quiet-to"
              value={quietHours.to}
              onChange={(to) => set({ to })}
            />
          </div>
          <p className="text-sm text-ink-2">{`In ${formatZone(timeZone)} time.`}</p>
        </div>
      )}
    </Card>
  )
}

const digestWords: { value: Digest; label: string }[] = [
  { value: 'off', label: 'As it happens' },
  { value: 'daily', label: 'Together, once a day' },
  { value: 'weekly', label: 'Together, on Mondays' },
]

export function Digests({ settings, onChange }: TimesProps) {
  const { digest, digestTime, timeZone } = settings
  return (
    <Card as="section" aria-labelledby="digest" className="grid content-start gap-4">
      <h2 id="digest" className="text-xl">
        E-mails that are not urgent
      </h2>
      <RadioGroup
        label="Reviews, saved searches and favourites"
        name="digest"
        options={digestWords}
        value={digest}
        onChange={(value) => onChange({ digest: value })}
      />
      {digest !== 'off' && (
        <TimeSelect
          {...allDay}
          label="At"
          name="digest-time"
          hint={`In ${formatZone(timeZone)} time. What you have read here by then is left out.`}
          value={digestTime}
          onChange={(time) => onChange({ digestTime: time })}
          className="max-w-64"
        />
      )}
    </Card>
  )
}
