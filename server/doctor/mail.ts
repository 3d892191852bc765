import type { WithSettings } from '#server/doctor/check.ts'
import { count, fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'
import { tryMailServer } from '#server/kernel/mail/mail.ts'
import { MailboxFailed, tryMailbox } from '#server/kernel/outside/imap.ts'
import { operatorCommand } from '#server/kernel/version.ts'

/** Connects and signs in without sending anything. */
export async function mailServer({ config: { mail } }: WithSettings): Promise<Finding> {
  const { smtpUrl } = mail
  if (!smtpUrl) return notConfigured('SMTP_URL names no mail server, so no mails are sent.')
  const { host, username } = new URL(smtpUrl)
  const { failure, isEncrypted } = await tryMailServer(mail)
  if (failure !== null)
    return fault(failure, `Correct SMTP_URL, then try “${operatorCommand('mail test <address>')}”.`)
  const says = `${host} answers${username ? ', and accepts the password' : ''}.`
  if (isEncrypted || isLocalName(host)) return ok(says)
  return warning(
    `${says} The connection is not encrypted.`,
    'Use smtps://, or let the mail server offer STARTTLS with a valid certificate.',
  )
}

/** Opens the mailbox to which mail servers report bounces and complaints. */
export async function reports({ config: { mailReports } }: WithSettings): Promise<Finding> {
  if (!mailReports) return notConfigured('MAIL_REPORTS_URL names no mailbox for reports about mails.')
  try {
    const messages = await tryMailbox(mailReports)
    return ok(
      `${mailReports.folder} on ${mailReports.host} can be read; it has ${count(messages, 'message')}.`,
    )
  } catch (error) {
    if (!(error instanceof MailboxFailed)) throw error
    return fault(`${error.message}.`, 'Correct MAIL_REPORTS_URL.')
  }
}
