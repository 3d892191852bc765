import { useRef, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'

export type Wish = Omit<Sent<Endpoints['PUT /v1/notices/settings']>['body'], 'version'>

export const readSettings = () => api('GET /v1/notices/settings', {})

/** Quiet hours are in the device's time zone unless the account has its own. */
const put = (wish: Wish, version: number) =>
  api('PUT /v1/notices/settings', { body: { ...wish, timeZone: deviceZone(), version } })

/**
 * Saves a change; on a stale version it retries with the current one. A change names single settings only, so it
 * overwrites no other.
 */
async function save(wish: Wish, version: number): Promise<NoticeSettings> {
  try {
    return await put(wish, version)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problem.code !== 'version-stale') throw error
    return put(wish, (await readSettings()).version)
  }
}

/** Returns the settings as they will be after the change. */
function wished(settings: NoticeSettings, wish: Wish): NoticeSettings {
  const { choices = [], quietHours = settings.quietHours, digest = settings.digest } = wish
  const { digestTime = settings.digestTime, pushShowsTitle = settings.pushShowsTitle } = wish
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
  const waiting = useRef<Wish[]>([])
  const sending = useRef(false)

  const shown = () => waiting.current.reduce(wished, saved.current)
  /** One at a time, because each change is based on the response to the previous one. */
  const work = async () => {
    if (sending.current) return
    sending.current = true
    for (let wish = waiting.current[0]; wish; wish = waiting.current[0]) {
      const current = wish
      await run(async () => {
        saved.current = await save(current, saved.current.version)
        if (waiting.current.length === 1) setSaid('Saved.')
      })
      waiting.current.shift()
      setSettings(shown())
    }
    sending.current = false
  }
  const change = (wish: Wish) => {
    waiting.current.push(wish)
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
