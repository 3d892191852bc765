import { type Selectable, sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { type Db, type Tx, type InTx } from '#server/kernel/db/db.ts'
import type { DB } from '#server/kernel/db/schema.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { logCause } from '#server/kernel/log-cause.ts'
import { explainFailure, oneLine } from '#server/kernel/mail/answer.ts'
import {
  findSuppression,
  saysUnknownMailbox,
  suppress,
  suppressedWords,
} from '#server/kernel/mail/suppression.ts'
import { job, type JobHandler, type Schedule } from '#server/kernel/jobs/jobs.ts'

export type MailRow = Selectable<DB['mail']>
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  kind: string
  /** Address for replies; default: the sender's address. */
  replyTo?: string
  /** A POST to this address unsubscribes from mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}
/** Without a mail server every mail stays in the outbox and can be read at `/dev/mailbox`. */
export type MailOptions = {
  smtpUrl: string | undefined
  from: string
  /** With which every mail is signed (RFC 6376); absent if the mail server signs them, or nobody does. */
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}

const claimSeconds = 60

/** The field in which Postmark reports our id of a mail; it replaces the `Message-ID` by one of its own. */
export const postmarkMetadata = 'mail'

/** Stands in `refusal` for a mail that was not sent, because its address gets no mail. */
const suppressedRefusal = 'suppressed'
const giveUpHours = 24

/** A mail that was written, or last sent again, before this moment is not tried any more. */
export const mailGivenUpBefore = (at: Date): Date => new Date(at.getTime() - giveUpHours * 3_600_000)

/**
 * Writes the mail to the outbox in the caller's transaction, so that it is sent if and only if the change it reports is
 * committed.
 */
export async function queueMail(
  { db, now, enqueue }: InTx<Pick<Deps, 'now' | 'enqueue'>>,
  mail: OutgoingMail,
): Promise<string> {
  const at = now()
  const id = newId(at)
  await db
    .insertInto('mail')
    .values({
      id,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      kind: mail.kind,
      reply_to: mail.replyTo ?? null,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      created_at: at,
    })
    .execute()
  await enqueue(db, 'kernel.send-mail', { mailId: id })
  return id
}

type Strictness = { requireTLS?: boolean; forceAuth?: boolean }

const openTransport = (smtpUrl: string, dkim: MailOptions['dkim'], strictness: Strictness = {}) =>
  createTransport({
    url: smtpUrl,
    ...strictness,
    ...(dkim ? { dkim } : {}),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Sends a mail at once, without the outbox, and returns what the mail server answered or, as a sentence, why it was not
 * sent.
 */
export async function sendAtOnce(
  { site }: Pick<Deps, 'site'>,
  { from, smtpUrl, dkim }: MailOptions & { smtpUrl: string },
  mail: OutgoingMail,
): Promise<{ sent: boolean; answer: string }> {
  const transport = openTransport(smtpUrl, dkim)
  const { to, subject, text, html } = mail
  try {
    const { response } = await transport.sendMail({
      from: senderOf(from, site),
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: headersOf({ unsubscribe_url: null }),
    })
    return { sent: true, answer: oneLine(response) }
  } catch (error) {
    return { sent: false, answer: explainFailure(error) }
  } finally {
    transport.close()
  }
}

/** Connects and signs in without sending anything; says as a sentence why that failed, and whether it was encrypted. */
export async function tryMailServer({
  smtpUrl = '',
}: MailOptions): Promise<{ failure: string | null; isEncrypted: boolean }> {
  const attempt = async (requireTLS: boolean): Promise<string | null> => {
    // Otherwise a password is left out if the server does not ask for one.
    const forceAuth = new URL(smtpUrl).username !== ''
    const transport = openTransport(smtpUrl, undefined, { requireTLS, forceAuth })
    try {
      await transport.verify()
      return null
    } catch (error) {
      return explainFailure(error)
    } finally {
      transport.close()
    }
  }
  const failure = await attempt(false)
  return {
    failure,
    isEncrypted: failure === null && (smtpUrl.startsWith('smtps:') || (await attempt(true)) === null),
  }
}

export type MailSender = { send: (mailId: string) => Promise<void>; close: () => void }

/**
 * Sends one mail to the mail server. The claim keeps other workers from sending it, and the message id stays the same
 * across attempts, so that a duplicate after a lost reply can be recognised.
 */
export function createMailSender(
  { db, now, log, site }: Pick<Deps, 'db' | 'now' | 'log' | 'site'>,
  { smtpUrl, from, dkim }: MailOptions,
): MailSender {
  if (!smtpUrl) return { send: () => Promise.resolve(), close: () => undefined }
  const transport = openTransport(smtpUrl, dkim)
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send(mailId) {
      const mail = await claim(db, mailId, now())
      if (!mail) return
      const suppression = await findSuppression(db, mail.recipient)
      if (suppression) {
        const answer = suppressedWords(suppression)
        await mark(db, mailId, { refused_at: now(), refusal: suppressedRefusal, answer })
        return
      }
      let answer: string
      try {
        const { response } = await transport.sendMail({
          from: senderOf(from, site),
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          date: mail.created_at,
          messageId: `<${messageNameOf(mail)}@${domain}>`,
          ...(mail.reply_to === null ? {} : { replyTo: { name: '', address: mail.reply_to } }),
          headers: {
            ...headersOf(mail),
            ...providerHeaders(smtpUrl, mail),
          },
        })
        answer = oneLine(response)
      } catch (error) {
        const failed = explainFailure(error)
        if (!isFinal(error)) {
          await mark(db, mailId, { claimed_until: null, answer: failed })
          throw error
        }
        const refusal = `SMTP ${error.responseCode}`
        logCause(log, 'warn', { refusal }, 'mail refused')
        await mark(db, mailId, { refused_at: now(), refusal, answer: failed })
        if (saysUnknownMailbox(failed)) await stopMailTo(db, mail.recipient, failed, now())
        return
      }
      await mark(db, mailId, { sent_at: now(), answer })
    },
    close: () => transport.close(),
  }
}

/** A mail that staff send again is another one, so that no server drops it as a duplicate of the first. */
const messageNameOf = ({ id, resent_at: at }: MailRow): string => (at ? `${id}.${at.getTime()}` : id)

/** The sender with the name of the site as it is now, if the configuration names the sender like the site. */
function senderOf(from: string, { name, configuredName }: Deps['site']) {
  const [, sender, address] = /^"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return address !== undefined && sender === configuredName ? { name, address } : from
}

const stopMailTo = (db: Db, address: string, detail: string, at: Date) =>
  inTransaction(db, (tx) => suppress(tx, { address, cause: 'bounce', detail, at }))

/** Headers in addition to the standard ones. */
export const headersOf = ({
  unsubscribe_url: url,
}: Pick<MailRow, 'unsubscribe_url'>): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(url === null
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

/** Headers that only the provider of this mail server reads. */
export const providerHeaders = (smtpUrl: string, { id }: Pick<MailRow, 'id'>): Record<string, string> =>
  /(^|\.)postmarkapp\.com$/.test(new URL(smtpUrl).hostname)
    ? { [`X-PM-Metadata-${postmarkMetadata}`]: id }
    : {}

/** Returns true if the mail server has refused the mail permanently, because of the address or the content. */
const isFinal = (error: unknown): error is { responseCode: number } =>
  typeof error === 'object' &&
  error !== null &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode <= 559

const claim = (db: Db, id: string, at: Date) =>
  inTransaction(db, (tx) =>
    tx
      .updateTable('mail')
      .set((eb) => ({
        claimed_until: new Date(at.getTime() + claimSeconds * 1000),
        attempts: eb('attempts', '+', 1),
        tried_at: at,
      }))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('settled_at', 'is', null)
      .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
      .returningAll()
      .executeTakeFirst(),
  )

const mark = (
  db: Db,
  id: string,
  change: Partial<Pick<MailRow, 'sent_at' | 'refused_at' | 'refusal' | 'claimed_until' | 'answer'>>,
) => inTransaction(db, (tx) => tx.updateTable('mail').set(change).where('id', '=', id).execute())

/** When a mail was written, or last sent again by staff. */
const writtenAt = sql<Date>`coalesce(resent_at, created_at)`

/** Queues unsent mails again, for up to a day, for example after an outage of the mail server. */
export function resendMail({ db, now, enqueue }: Pick<Deps, 'db' | 'now' | 'enqueue'>): Promise<number> {
  const at = now()
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
  return inTransaction(db, async (tx) => {
    const mails = await tx
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .where('settled_at', 'is', null)
      .where(writtenAt, '<', minutesAgo(2))
      .where(writtenAt, '>', mailGivenUpBefore(at))
      .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', at)]))
      .orderBy('created_at')
      .limit(500)
      .execute()
    for (const { id } of mails) await enqueue(tx, 'kernel.send-mail', { mailId: id })
    return mails.length
  })
}

/** Deletes old mails, which were sent long ago or given up; returns how many, at most `limit`. */
export async function deleteOldMails(db: Db, before: Date, limit: number): Promise<number> {
  const old = (tx: Tx) => tx.selectFrom('mail').select('id').where('created_at', '<', before).limit(limit)
  const deleted = await inTransaction(db, (tx) =>
    tx.deleteFrom('mail').where('id', 'in', old(tx)).returning('id').execute(),
  )
  return deleted.length
}

/** Returns the newest mails, for the mailbox page of an instance without a mail server. */
export const listMail = (db: Db, limit = 100): Promise<MailRow[]> =>
  db.selectFrom('mail').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()

export const findMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()

export const mailJobs = (
  deps: Deps,
  options: MailOptions,
  sender = createMailSender(deps, options),
): JobHandler[] => [
  job('kernel.send-mail', ({ mailId }) => sender.send(mailId)),
  job('kernel.resend-mail', async () => {
    if (options.smtpUrl) await resendMail(deps)
  }),
]

export const mailSchedules: Schedule[] = [
  { name: 'kernel.resend-mail', cron: '*/3 * * * *', runsInDoubt: true },
]
