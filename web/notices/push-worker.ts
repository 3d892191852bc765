import { membersOf, type PushEventLike, scope } from '#web/worker/scope.ts'

/** Format written by the server (`server/notices/push-commands.ts`). */
type Payload = { title: string; body: string; path: string; tag: string }

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback)

/** Accepts only paths of this site. */
const pathOf = (value: unknown): string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/account'

function payloadOf({ data }: PushEventLike): Payload {
  const { title, body, path, tag } = membersOf(data?.json())
  return {
    title: textOf(title, scope.location.host),
    body: textOf(body, 'There is news for you.'),
    path: pathOf(path),
    tag: textOf(tag, 'news'),
  }
}

/** Browsers require every push to show a notification; one with the same tag replaces the previous one. */
export function listenForPushes(): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag } = payloadOf(event)
    const shown = scope.registration.showNotification(title, {
      body,
      tag,
      data: path,
      icon: '/icons/icon-192.png',
    })
    event.waitUntil(Promise.all([shown, markIcon()]))
  })
  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    event.waitUntil(open(pathOf(notification.data)))
  })
}

/** Marks the icon of the installed app. An open page shows the number of notices there instead (`app-badge.ts`). */
async function markIcon(): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (windows.length === 0) await scope.navigator.setAppBadge?.()
}

/** Focuses a window that already shows the page, or opens a new one. */
async function open(path: string): Promise<unknown> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(
    ({ url }) => new URL(url).pathname === new URL(path, scope.location.origin).pathname,
  )
  return shown ? shown.focus() : scope.clients.openWindow(path)
}
