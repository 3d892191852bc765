import { useRef, useState } from 'react'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'

export type SettingsChange = Omit<RequestInput<Endpoints['PUT /v1/notices/settings']>['body'], 'version'>

export const readSettings = () => api('GET /v1/notices/settings', {})

/** Quiet hours are in the device's time zone unless the account has its own. */
const put = (settingsChange: SettingsChange, version: number) =>
  api('PUT /v1/notices/settings', { body: { ...settingsChange, timeZone: deviceZone(), version } })

/**
 * Saves a change; on a stale version it retries with the current one. A change names single settings only, so it
 * overwrites no other.
 */
async function save(settingsChange: SettingsChange, version: number): Promise<NoticeSettings> {
  try {
    return await put(settingsChange, version)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problem.code !== 'version-stale') throw error
    return put(settingsChange, (await readSettings()).version)
  }
}

/** Returns the settings as they will be after the change. */
function withChange(settings: NoticeSettings, settingsChange: SettingsChange): NoticeSettings {
  const { choices = [], quietHours = settings.quietHours, digest = settings.digest } = settingsChange
  const { digestTime = settings.digestTime, pushShowsTitle = settings.pushShowsTitle } = settingsChange
  const topics = settings.topics.map((row) => {
    const channels = { ...row.channels }
    for (const { topic, channel, isOn } of choices)
      if (topic === row.topic) channels[channel] = { ...channels[channel], isOn }
    return { ...row, channels }
  })
  return { ...settings, quietHours, digest, digestTime, pushShowsTitle, topics }
}

/** Applies changes optimistically and saves them; a change that could not be saved is reverted. */
export function useNoticeSettings(loaded: NoticeSettings) {
  const [settings, setSettings] = useState(loaded)
  const [said, setSaid] = useState('')
  const { errors, attempt, run } = useSaving()
  const saved = useRef(loaded)
  const waiting = useRef<SettingsChange[]>([])
  const sending = useRef(false)

  const shown = () => waiting.current.reduce(withChange, saved.current)
  /** One at a time, because each change is based on the response to the previous one. */
  const work = async () => {
    if (sending.current) return
    sending.current = true
    for (let settingsChange = waiting.current[0]; settingsChange; settingsChange = waiting.current[0]) {
      const current = settingsChange
      await run(async () => {
        saved.current = await save(current, saved.current.version)
        if (waiting.current.length === 1) setSaid('Saved.')
      })
      waiting.current.shift()
      setSettings(shown())
    }
    sending.current = false
  }
  const change = (settingsChange: SettingsChange) => {
    waiting.current.push(settingsChange)
    setSaid('Saving…')
    setSettings(shown())
    void work()
  }
  const take = (next: Partial<NoticeSettings>) => {
    saved.current = { ...saved.current, ...next }
    setSettings(shown())
  }
  return { settings, said: errors.length > 0 ? '' : said, errors, attempt, change, take }
}
