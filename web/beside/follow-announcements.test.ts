// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NetworkProblem } from '#web/api.ts'
import { followAnnouncements } from '#web/beside/follow-announcements.ts'
import { announcementsNow } from '#web/layout/announcements-now.ts'

const call = vi.hoisted(() => vi.fn())
vi.mock('#web/api.ts', async (original) => ({ ...(await original<object>()), api: call }))

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const announcements = { forEveryone: [], forVisitors: [], hasAimed: true }

function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset().mockResolvedValue({ announcements })
  announcementsNow.setState({}, true)
  look('visible')
  onTestFinished(followAnnouncements())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that somebody looks at asks for the announcements every five minutes, without a token', async () => {
  await minutes(4.9)
  expect(call).not.toHaveBeenCalled()
  await minutes(0.1)
  expect(call).toHaveBeenCalledExactlyOnceWith('GET /v1/announcements/shown', {}, { anonymous: true })
  expect(announcementsNow.getState()).toEqual({ asked: announcements })
  await minutes(60)
  expect(call).toHaveBeenCalledTimes(13)
})

test('a hidden page asks nothing, and one that is seen again asks at once if they are old', async () => {
  look('hidden')
  await minutes(60)
  expect(call).not.toHaveBeenCalled()
  look('visible')
  expect(call).toHaveBeenCalledTimes(1)
  look('hidden')
  look('visible')
  expect(call).toHaveBeenCalledTimes(1)
})

test('without a connection the announcements stay, and are asked for again later', async () => {
  call.mockRejectedValue(new NetworkProblem())
  await minutes(5)
  expect(announcementsNow.getState()).toEqual({})
  call.mockResolvedValue({ announcements: null })
  await minutes(5)
  expect(announcementsNow.getState()).toEqual({ asked: null })
})
