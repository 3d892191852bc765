import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'
import { tryMailServer } from '#server/kernel/mail/mail.ts'

/** Connects and signs in without sending anything. */
export async function mailServer({ config: { mail } }: WithSettings): Promise<Finding> {
  const { smtpUrl } = mail
  if (!smtpUrl) return notConfigured('SMTP_URL names no mail server, so no mails are sent.')
  const { host, username } = new URL(smtpUrl)
  const { failure, isEncrypted } = await tryMailServer(mail)
  if (failure !== null) return fault(failure, 'Correct SMTP_URL, then try “operator mail test <address>”.')
  const says = `${host} answers${username ? ', and accepts the password' : ''}.`
  if (isEncrypted || isLocalName(host)) return ok(says)
  return warning(
    `${says} The connection is not encrypted.`,
    'Use smtps://, or let the mail server offer STARTTLS with a valid certificate.',
  )
}
