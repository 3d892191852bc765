import { api, ignoreRequestError } from '#web/api.ts'
import { persisted } from '#web/persisted.ts'
import { activeOf, knownWorker, registerWorker } from '#web/worker/register.ts'

/** `missing`: the browser does not support push; `blocked`: the user has denied the permission. */
export type PushState = 'missing' | 'blocked' | 'off' | 'on'

/** The push endpoint by which the server knows this browser, stored so that sign-out can remove it. */
export const pushDeviceStore = persisted('sitwell.push', { endpoint: null as string | null }, 'local')

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function readPushState(): Promise<PushState> {
  if (!isAble()) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await knownWorker()
  const subscription = await registration?.pushManager.getSubscription()
  const isKnown = subscription && subscription.endpoint === pushDeviceStore.getState().endpoint
  return isKnown && Notification.permission === 'granted' ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/** Asks for permission, subscribes at the push service and registers the subscription; called only after a click. */
export async function turnPushOn(pushKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const registration = await registerWorker()
  if (!registration || !(await activeOf(registration))) return 'missing'
  const { pushManager } = registration
  // A subscription made with another key, such as an earlier one of the site, would receive nothing.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The push service gave no address')
  await api('POST /v1/notices/devices', { body: { endpoint, keys: { p256dh, auth }, name: nameOfBrowser() } })
  pushDeviceStore.setState({ endpoint })
  return 'on'
}

/** Ends pushes on this browser; the server is informed first, because it is what sends them. */
export async function turnPushOff(): Promise<void> {
  const { endpoint } = pushDeviceStore.getState()
  if (endpoint) await api('POST /v1/notices/devices/remove', { body: { endpoint } })
  await unsubscribeHere()
}

async function unsubscribeHere(): Promise<void> {
  pushDeviceStore.setState({ endpoint: null })
  if (!isAble()) return
  const registration = await knownWorker()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Called at sign-out. Unsubscribes even if the server cannot be reached, because the next user of this browser must not
 * see the pushes.
 */
export async function removePush(): Promise<void> {
  if (!pushDeviceStore.getState().endpoint) return
  await turnPushOff().catch(async (error: unknown) => {
    ignoreRequestError(error)
    await unsubscribeHere()
  })
}

const browsers: [pattern: RegExp, name: string][] = [
  [/Firefox\//, 'Firefox'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]
const nameOf = (names: typeof browsers, fallback: string) =>
  names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? fallback

const nameOfBrowser = () => `${nameOf(browsers, 'A browser')} on ${nameOf(systems, 'a device')}`
