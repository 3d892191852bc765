import { useEffect, useState } from 'react'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from '#web/notices/push-device.ts'
import type { SettingsChange } from '#web/notices/use-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type PushesProps = {
  settings: NoticeSettings
  onChange: (wish: SettingsChange) => void
  onDevices: (devices: NoticeSettings['devices']) => void
}

/** Push settings of this browser, and the list of other devices with pushes. */
export function Pushes({ settings, onChange, onDevices }: PushesProps) {
  const { pushKey, pushShowsTitle, devices } = settings
  const [state, setState] = useState<PushState | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  useEffect(() => {
    void readPushState().then(setState)
  }, [])

  const readDevices = async () => onDevices((await api('GET /v1/notices/settings', {})).devices)
  const turn = (isOn: boolean) =>
    run(async () => {
      if (isOn) await turnPushOn(pushKey)
      else await turnPushOff()
      setState(await readPushState())
      await readDevices()
    })

  return (
    <Card as="section" aria-labelledby="pushes" className="grid gap-4">
      <h2 id="pushes" className="text-xl">
        Pushes
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {state === 'missing' && <CannotReceive />}
      {state === 'blocked' && <BlockedHere />}
      {(state === 'off' || state === 'on') && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-measure">
            {state === 'on'
              ? 'This browser receives push notifications.'
              : 'This browser gets no pushes. It will ask you whether it may show them.'}
          </p>
          <Button
            kind={state === 'on' ? 'secondary' : 'primary'}
            pending={pending && (state === 'on' ? 'Switching off…' : 'Switching on…')}
            onClick={() => void turn(state === 'off')}
          >
            {state === 'on' ? 'Switch off here' : 'Switch on here'}
          </Button>
        </div>
      )}
      <Switch
        name="push-shows-title"
        label="Show on the lock screen what it is about"
        hint="Otherwise a push only says that there is news, without names."
        checked={pushShowsTitle}
        onChange={(event) => onChange({ pushShowsTitle: event.target.checked })}
      />
      {devices.length > 0 && (
        <Devices
          devices={devices}
          onDevices={onDevices}
          onRemoved={() => void readPushState().then(setState)}
        />
      )}
    </Card>
  )
}

const CannotReceive = () => (
  <Notice title="This browser cannot receive pushes">
    On an iPhone or iPad, add the site to the home screen first and open it from there. Elsewhere, try another
    browser.
  </Notice>
)

const BlockedHere = () => (
  <Notice kind="warning" title="Your browser blocks pushes from this site">
    You, or somebody using this browser, once refused them. Open the site settings with the icon before the
    address, allow notifications, and load this page again.
  </Notice>
)

type DevicesProps = Pick<PushesProps, 'onDevices'> & {
  devices: NoticeSettings['devices']
  onRemoved: () => void
}

function Devices({ devices, onDevices, onRemoved }: DevicesProps) {
  const zone = useViewerZone()
  const { errors, attempt, run } = useSaving()
  const attemptPush = (id: string) =>
    run(async () => {
      const { sent } = await api('POST /v1/notices/devices/try', { body: { id } })
      const toast = await loadToast()
      toast(sent ? 'A push is on its way. It can take a minute.' : 'This browser no longer gets pushes.')
    })
  const remove = (id: string) =>
    run(async () => {
      onDevices((await api('POST /v1/notices/devices/remove', { body: { id } })).devices)
      onRemoved()
    })
  return (
    <div className="grid gap-2">
      <h3 className="text-base">Browsers that receive push notifications</h3>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul className="divide-y">
        {devices.map(({ id, name, madeAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <span className="grid flex-1">
              <span>{name}</span>
              <span className="text-sm text-ink-2">{`Since ${formatInstant(madeAt, zone)}`}</span>
            </span>
            <Button size="small" onClick={() => void attemptPush(id)}>
              Send a test
            </Button>
            <Button size="small" kind="quiet" onClick={() => void remove(id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
