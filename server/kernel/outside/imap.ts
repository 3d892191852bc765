import { ImapFlow } from 'imapflow'
import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'

/** A folder on an IMAP server, and how to sign in there. */
export type Mailbox = {
  host: string
  port: number
  /** TLS from the first byte; otherwise the connection is encrypted before signing in. */
  isSecure: boolean
  user: string
  password: string
  folder: string
}

/** How far a folder was read. Its numbers are only meaningful with the same `uidValidity`. */
export type Place = { uidValidity: string; nextUid: number }

/** The mailbox could not be read; the message is a sentence without its end. */
export class MailboxFailed extends Error {
  override name = 'MailboxFailed'
}

/** Carries an error that has nothing to do with the mailbox. */
class HandlingFailed extends Error {}

/** A report is at the beginning of its message; the mail that it is about may be large. */
const mostBytes = 256 * 1024

function open({ host, port, isSecure, user, password }: Mailbox): ImapFlow {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    ...(isSecure || isLocalName(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  // Commands that are waiting are rejected with the same error.
  client.on('error', () => {})
  return client
}

function explain(error: unknown, { host, folder }: Mailbox): MailboxFailed {
  const said = typeof error === 'object' && error !== null ? error : {}
  const answer =
    'responseText' in said && typeof said.responseText === 'string'
      ? said.responseText.replace(/\.$/, '')
      : ''
  if ('authenticationFailed' in said && said.authenticationFailed)
    return new MailboxFailed(`${host} does not accept the user name or the password: ${answer}`, {
      cause: error,
    })
  if (answer) return new MailboxFailed(`${host} refused to open ${folder}: ${answer}`, { cause: error })
  return new MailboxFailed(`${host} cannot be reached: ${messageOf(error) || codeOf(error)}`, {
    cause: error,
  })
}

async function inFolder<T>(mailbox: Mailbox, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = open(mailbox)
  try {
    await client.connect()
    const lock = await client.getMailboxLock(mailbox.folder)
    try {
      return await work(client)
    } finally {
      lock.release()
    }
  } catch (error) {
    throw error instanceof HandlingFailed ? error.cause : explain(error, mailbox)
  } finally {
    client.close()
  }
}

function stateOf({ mailbox }: ImapFlow): { uidValidity: string; uidNext: number; exists: number } {
  if (!mailbox) throw new Error('No folder is open')
  return { uidValidity: String(mailbox.uidValidity), uidNext: mailbox.uidNext, exists: mailbox.exists }
}

/** Signs in and opens the folder without reading anything; returns how many messages are in it. */
export const tryMailbox = (mailbox: Mailbox): Promise<number> =>
  inFolder(mailbox, (client) => Promise.resolve(stateOf(client).exists))

type Message = { place: Place; source: Buffer; markRead: () => Promise<unknown> }

/**
 * Calls `handle` with each message since `from`, or with all of a folder that was not read before, at most `limit`. They
 * stay where they are and unread.
 */
export const readMailbox = (
  mailbox: Mailbox,
  { from, limit }: { from: Place | undefined; limit: number },
  handle: (message: Message) => Promise<void>,
): Promise<void> =>
  inFolder(mailbox, async (client) => {
    const { uidValidity } = stateOf(client)
    const first = from?.uidValidity === uidValidity ? from.nextUid : 1
    const found = (await client.search({ uid: `${first}:*` }, { uid: true })) || []
    // The range contains the last message even if its number is lower.
    const uids = found.filter((uid) => uid >= first).toSorted((one, other) => one - other)
    for (const uid of uids.slice(0, limit)) {
      const message = await client.fetchOne(String(uid), { source: { maxLength: mostBytes } }, { uid: true })
      await handle({
        place: { uidValidity, nextUid: uid + 1 },
        source: (message && message.source) || Buffer.alloc(0),
        markRead: () => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }),
      }).catch((error: unknown) => {
        throw new HandlingFailed('', { cause: error })
      })
    }
  })
