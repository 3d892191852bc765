import { storedMessagesKey } from '#web/messages/stored-messages.ts'

/** The connection may be back without an event that says so. */
const repeatMs = 30_000

/** Calls back now, when the connection returns and every half minute with a connection; returns a function that stops this. */
export function repeatWhenConnected(callback: () => void): () => void {
  callback()
  const timer = setInterval(() => navigator.onLine && callback(), repeatMs)
  window.addEventListener('online', callback)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', callback)
  }
}

/** Sends an account's waiting messages, of which each has a client id, from whichever page is open. */
export const sendWhenConnected = (accountId: string): (() => void) =>
  repeatWhenConnected(() => {
    if (!navigator.onLine || !localStorage.getItem(storedMessagesKey(accountId))?.includes('"clientId"'))
      return
    void import('#web/messages/outbox.ts').then(({ sendAllUnsent }) => sendAllUnsent(accountId))
  })
