import { hash } from 'node:crypto'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { type Mailbox, MailboxFailed, readMailbox } from '#server/kernel/outside/imap.ts'
import { mailIdIn } from '#server/mails/feedback.ts'
import { apply } from '#server/mails/feedback-commands.ts'
import { readReport } from '#server/mails/report.ts'
import * as store from '#server/mails/report-store.ts'

const mostMessages = 200

const idOf = ({ host, port, user, folder }: Mailbox): Buffer =>
  hash('sha256', [host, port, user, folder].join('\n'), 'buffer')

/**
 * Acts on a message if it is a report about a mail that was sent. Only who has received a mail knows its id, and what
 * follows concerns only the address it was sent to, whatever the report says; so nobody can stop the mails of others.
 */
export async function receiveReport(deps: Deps, source: Buffer): Promise<boolean> {
  // Anybody may write to the mailbox, and what cannot be read is no report.
  const report = await readReport(source).catch(() => null)
  const mailId = report && mailIdIn(report.messageId)
  const recipient = mailId ? await store.findRecipient(deps.db, mailId) : undefined
  if (!report || recipient === undefined) return false
  const { cause, stops, detail, messageId } = report
  // One report of each kind counts for a mail, however many are sent.
  await apply(deps, 'mailbox', {
    id: `${mailId} ${cause} ${stops}`,
    recipient,
    cause,
    stops,
    detail,
    messageId,
  })
  return true
}

/** Reads what has arrived in the mailbox of reports since the last time. What is no report stays unread. */
export async function readReports(deps: Deps, mailbox: Mailbox): Promise<void> {
  const id = idOf(mailbox)
  const from = await store.findBox(deps.db, id)
  let handled = 0
  try {
    await readMailbox(mailbox, { from, limit: mostMessages }, async ({ source, place, markRead }) => {
      if (await receiveReport(deps, source)) {
        handled += 1
        await markRead()
      }
      await ensureTransaction(deps, ({ db, now }) => store.saveBox(db, id, place, now()))
    })
  } catch (error) {
    if (!(error instanceof MailboxFailed)) throw error
    logCause(deps.log, 'warn', { err: error }, 'the mailbox of reports could not be read')
  }
  if (handled > 0) deps.log.info({ handled }, 'reports about mails were read')
}
