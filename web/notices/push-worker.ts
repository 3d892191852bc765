import { type Lasting, scope } from '#web/worker/scope.ts'

/** As the server writes it (`server/notices/push-commands.ts`). */
type Payload = { title: string; body: string; path: string; tag: string }

type Pushed = Lasting & { data: { json: () => unknown } | null }
type Clicked = Lasting & { notification: { close: () => void; data: unknown } }

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback)

/** Only a path of this site is ever opened. */
const pathOf = (value: unknown): string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/account'

function payloadOf({ data }: Pushed): Payload {
  const { title, body, path, tag } = (data?.json() ?? {}) as Record<string, unknown>
  return {
    title: textOf(title, 'Sitwell'),
    body: textOf(body, 'There is news for you.'),
    path: pathOf(path),
    tag: textOf(tag, 'news'),
  }
}

/** Browsers demand that each push is shown; one about the same thing takes the place of the one before. */
export function listenForPushes(): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag } = payloadOf(event as Pushed)
    event.waitUntil(
      scope.registration.showNotification(title, {
        body,
        tag,
        data: path,
        icon: '/icons/icon-192.png',
      }),
    )
  })
  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event as Clicked
    notification.close()
    event.waitUntil(open(pathOf(notification.data)))
  })
}

/** A window that shows it already, or else a new one. */
async function open(path: string): Promise<unknown> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(
    ({ url }) => new URL(url).pathname === new URL(path, scope.location.origin).pathname,
  )
  return shown ? shown.focus() : scope.clients.openWindow(path)
}
