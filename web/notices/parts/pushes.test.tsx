// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NoticeSettings } from '#contract/notices/notices.ts'
import { NetworkProblem } from '#web/api.ts'
import { removePush, pushDeviceStore } from '#web/notices/push-device.ts'
import { Pushes } from '#web/notices/parts/pushes.tsx'

const apiMock = vi.hoisted(() => vi.fn<(endpointName: string, sent: unknown) => Promise<unknown>>())
const worker = vi.hoisted((): { pushManager: unknown } => ({ pushManager: null }))
vi.mock('#web/api.ts', async (original) => ({ ...(await original<object>()), api: apiMock }))
vi.mock('#web/worker/register.ts', () => ({
  knownWorker: async () => worker,
  registerWorker: async () => worker,
  activeOf: async () => worker,
}))

const endpoint = 'https://push.example.net/olga'
let subscription: { endpoint: string } | null

/** Fakes the browser's push API and push service. */
function openPushes(permission: NotificationPermission) {
  subscription = null
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      subscription = null
      return true
    },
  }
  worker.pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => (subscription = made),
  }
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true })
}

const settings: NoticeSettings = {
  topics: [],
  quietHours: null,
  digest: 'off',
  digestTime: '08:00',
  pushShowsTitle: false,
  timeZone: 'Europe/Dublin',
  pushKey: 'AQID',
  devices: [],
  version: 1,
}
const show = () =>
  render(<Pushes settings={settings} onChange={() => {}} onDevices={() => {}} />, { wrapper: MemoryRouter })
const calls = () => apiMock.mock.calls.map(([endpointName]) => endpointName)

beforeEach(() => {
  apiMock.mockReset().mockResolvedValue({ devices: [] })
  pushDeviceStore.setState({ endpoint: null })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('pushes can be switched on and off for this browser, and the server is notified of both', async () => {
  openPushes('granted')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on here' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off here' }))
  await screen.findByRole('button', { name: 'Switch on here' })
  expect(calls().filter((name) => name.startsWith('POST'))).toEqual([
    'POST /v1/notices/devices',
    'POST /v1/notices/devices/remove',
  ])
  expect(subscription).toBeNull()
})

test('if the browser blocks pushes, a hint is shown instead of a button that cannot work', async () => {
  openPushes('denied')
  show()
  await screen.findByText('Your browser blocks pushes from this site')
  expect(screen.queryByRole('button', { name: /here$/ })).toBeNull()
})

test('signing out unsubscribes this browser from pushes even if the server cannot be reached', async () => {
  openPushes('granted')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on here' }))
  await screen.findByRole('button', { name: 'Switch off here' })
  apiMock.mockRejectedValue(new NetworkProblem('The server cannot be reached'))
  await removePush()
  expect([subscription, pushDeviceStore.getState().endpoint]).toEqual([null, null])
  // Without a subscription, no request is made.
  const before = calls().length
  await removePush()
  expect(calls()).toHaveLength(before)
})
