import { useRef, useState } from 'react'
import type { Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'

export type Wish = Omit<Sent<Endpoints['PUT /v1/notices/settings']>['body'], 'version'>

export const readSettings = () => api('GET /v1/notices/settings', {})

/** Hours are meant in the zone of the device in which they are chosen, unless the account has its own. */
const put = (wish: Wish, version: number) =>
  api('PUT /v1/notices/settings', { body: { ...wish, timeZone: deviceZone(), version } })

/** Sends a wish on top of whatever was changed elsewhere: it names single settings, so it overwrites no other one. */
async function save(wish: Wish, version: number): Promise<NoticeSettings> {
  try {
    return await put(wish, version)
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problem.code !== 'version-stale') throw error
    return put(wish, (await readSettings()).version)
  }
}

/** How it will look once it is saved. */
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

/** Each change takes effect at once and shows at once; one that could not be saved goes back to how it was. */
export function useNoticeSettings(loaded: NoticeSettings) {
  const [settings, setSettings] = useState(loaded)
  const [said, setSaid] = useState('')
  const { errors, attempt, run } = useSaving()
  const saved = useRef(loaded)
  const waiting = useRef<Wish[]>([])
  const sending = useRef(false)

  const shown = () => waiting.current.reduce(wished, saved.current)
  /** One after the other, because each is based on the answer to the one before. */
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
