import type { NoticeChannel } from '#contract/notices/kinds.ts'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import type { SettingsChange } from '#web/notices/use-settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

const channels: { channel: NoticeChannel; label: string }[] = [
  { channel: 'app', label: 'Here' },
  { channel: 'mail', label: 'E-mail' },
  { channel: 'push', label: 'Push' },
]

type MatrixProps = Pick<NoticeSettings, 'topics'> & { onChange: (wish: SettingsChange) => void }

/** Which topic uses which channel: one row for each topic, one checkbox for each channel. */
export function Matrix({ topics, onChange }: MatrixProps) {
  return (
    <Card as="section" aria-labelledby="matrix" className="grid gap-2">
      <h2 id="matrix" className="text-xl">
        How each kind of news is sent
      </h2>
      <p className="text-sm text-ink-2">
        “Here” is the bell at the top of each page. Boxes that cannot be changed are for what both sides must
        have in writing.
      </p>
      <div className="divide-y">
        {topics.map(({ topic, label, hint, channels: states }) => (
          <fieldset
            key={topic}
            className="grid gap-x-8 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center"
          >
            <legend className="float-left font-semibold md:sr-only">{label}</legend>
            <div className="grid gap-0.5">
              <p aria-hidden className="font-semibold max-md:hidden">
                {label}
              </p>
              <p className="text-sm text-ink-2">{hint}</p>
            </div>
            <div className="grid grid-cols-3 gap-4 md:grid-cols-[7rem_7rem_6rem]">
              {channels.map(({ channel, label: name }) => {
                const { isOn, isFixed } = states[channel]
                return (
                  <Checkbox
                    key={channel}
                    name={`${topic}.${channel}`}
                    label={
                      <>
                        {name}
                        {isFixed && <span className="block text-sm text-ink-2">always</span>}
                      </>
                    }
                    checked={isOn}
                    disabled={isFixed}
                    onChange={(event) =>
                      onChange({ choices: [{ topic, channel, isOn: event.target.checked }] })
                    }
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </Card>
  )
}
